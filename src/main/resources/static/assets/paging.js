import {h, setText} from './dom.js';
import {count} from './format.js';
import {t} from './words.js';

/** First, previous and next page of what the service counts from 1. */
export function paging(limit, onPage) {
    let page = 1;
    const go = to => h('button', {type: 'button', on: {click: () => onPage(to())}});
    const first = go(() => 1);
    const previous = go(() => page - 1);
    const next = go(() => page + 1);
    first.append(t('page.first'));
    previous.append(t('page.previous'));
    next.append(t('page.next'));
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
