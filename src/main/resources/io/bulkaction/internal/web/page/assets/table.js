// A table that keeps its rows between polls; on a phone each row becomes a card (see style/phone.css).

import {h, replaceIfChanged, setItems} from './dom.js';
import {sorting} from './sorting.js';

/**
 * @param columns [{label, value(item), node(value, item), class, sort(item)}]: a cell shows its value, or the node made
 *     of it, and is built anew when the value changes; label may be a node; a column with sort can be sorted by it
 */
export function table(caption, columns, keyOf, emptyText) {
    const body = h('tbody', {role: 'rowgroup'});
    const empty = h('p', {class: 'empty', hidden: true}, emptyText);
    // why the roles: some screen readers no longer see a table once it is laid out as cards
    const order = sorting(columns, () => show(shown));
    const head = columns.map(column => {
        const header = h('th', {scope: 'col', role: 'columnheader', class: column.class}, order.label(column));
        order.attach(column, header);
        return header;
    });
    const grid = h('table', {role: 'table'},
        h('caption', {class: 'visually-hidden'}, caption),
        h('thead', {role: 'rowgroup'}, h('tr', {role: 'row'}, head)), body);
    // why a tab stop: a table that is wider than the screen can be scrolled with the keyboard
    const node = h('div', {class: 'table', role: 'group', tabindex: 0, 'aria-label': caption}, grid, empty);

    let shown = [];

    function show(items) {
        shown = items;
        setItems(body, order.sorted(items), keyOf, () => h('tr', {role: 'row'}, columns.map(emptyCell)), updateRow);
        grid.hidden = items.length === 0;
        empty.hidden = items.length > 0;
    }

    function updateRow(row, item) {
        columns.forEach((column, i) => {
            const value = column.value(item);
            const cell = row.children[i];
            replaceIfChanged(cell, String(value), () => column.node ? column.node(value, item) : String(value));
            cell.classList.toggle('blank', ['–', ''].includes(cell.textContent) && cell.childElementCount === 0);
        });
    }

    return {node, show};
}

function emptyCell(column) {
    const name = typeof column.label === 'string' ? column.label : null;
    return h('td', {role: 'cell', class: column.class, 'data-label': name});
}
