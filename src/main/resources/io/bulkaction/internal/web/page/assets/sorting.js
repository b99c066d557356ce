// Sorts the rows of a table by the column whose header a person clicks; again for the other direction.

import {h} from './dom.js';

/**
 * @param columns those with sort(item), a number or a text, can be sorted
 * @param onChange called when the order changes
 */
export function sorting(columns, onChange) {
    let by = null;
    let isDescending = false;
    const headers = new Map();

    /** What a header shows: a button if its column can be sorted. */
    function label(column) {
        if (!column.sort) {
            return column.label;
        }
        return h('button', {type: 'button', class: 'sort', on: {click: () => choose(column)}}, column.label);
    }

    function attach(column, header) {
        headers.set(column, header);
    }

    function choose(column) {
        isDescending = by === column && !isDescending;
        by = column;
        headers.forEach(header => header.removeAttribute('aria-sort'));
        headers.get(column).setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
        onChange();
    }

    /** @returns the items in the chosen order, or as they came */
    function sorted(items) {
        if (!by) {
            return items;
        }
        const compare = (a, b) => typeof a === 'number' ? a - b : String(a).localeCompare(String(b));
        const inOrder = items.toSorted((a, b) => compare(by.sort(a), by.sort(b)));
        return isDescending ? inOrder.reverse() : inOrder;
    }

    return {label, attach, sorted};
}
