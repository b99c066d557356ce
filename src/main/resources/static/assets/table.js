// A table that keeps its rows between polls; on a phone each row becomes a card (see style/phone.css).

import {h, keyed, replaceIfChanged} from './dom.js';

/**
 * @param columns [{label, text(item)}] or [{label, node(item), sign(item)}]: a cell is rebuilt when its text or sign
 *     changes; label may be a node; class goes to the cells
 */
export function table(caption, columns, keyOf, emptyText) {
    const body = h('tbody', {role: 'rowgroup'});
    const empty = h('p', {class: 'empty', hidden: true}, emptyText);
    // why the roles: laid out as cards, a table is none to some screen readers
    const head = columns.map(column => h('th', {
        scope: 'col', role: 'columnheader', class: column.class
    }, column.label));
    const grid = h('table', {role: 'table'},
        h('caption', {class: 'unseen'}, caption),
        h('thead', {role: 'rowgroup'}, h('tr', {role: 'row'}, head)), body);
    const node = h('div', {class: 'table'}, grid, empty);

    function show(items) {
        keyed(body, items, keyOf, () => h('tr', {role: 'row'}, columns.map(emptyCell)), updateRow);
        grid.hidden = items.length === 0;
        empty.hidden = items.length > 0;
    }

    function updateRow(row, item) {
        columns.forEach((column, i) => {
            const signature = String(column.text ? column.text(item) : column.sign(item));
            const cell = row.children[i];
            replaceIfChanged(cell, signature, () => column.text ? signature : column.node(item));
            cell.classList.toggle('blank', ['–', ''].includes(cell.textContent) && cell.childElementCount === 0);
        });
    }

    return {node, show};
}

function emptyCell(column) {
    const name = typeof column.label === 'string' ? column.label : null;
    return h('td', {role: 'cell', class: column.class, 'data-label': name});
}
