// The buttons to the other pages of a list.

import {h, setText} from './dom.js';
import {count} from './format.js';
import {t} from './words.js';

/** @param onPage called with the wanted page, counted from 1 */
export function paging(limit, onPage) {
    let page = 1;
    const button = (key, wanted) => h('button', {type: 'button', on: {click: () => onPage(wanted())}}, t(key));
    const first = button('page.first', () => 1);
    const previous = button('page.previous', () => page - 1);
    const next = button('page.next', () => page + 1);
    const range = h('span', {class: 'range'});
    const node = h('nav', {class: 'paging', 'aria-label': t('page.label')}, first, previous, range, next);

    function show(current, shown, total) {
        page = current;
        const before = (page - 1) * limit;
        first.disabled = previous.disabled = page <= 1;
        next.disabled = before + shown >= total;
        setText(range, t('page.range', count(shown ? before + 1 : 0), count(before + shown), count(total)));
        node.hidden = page === 1 && total <= limit;
    }

    return {node, show};
}
