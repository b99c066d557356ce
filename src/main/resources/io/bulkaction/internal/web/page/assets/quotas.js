// How much of its quota each account uses; shown only where accounts have quotas.

import {get} from './api.js';
import {h, setShown} from './dom.js';
import {count} from './format.js';
import {poll} from './poll.js';
import {table} from './table.js';
import {t} from './words.js';

export function quotaSection() {
    const list = table(t('quotas.title'), [
        {label: t('quota.account'), value: each => each.account, class: 'wide'},
        ...['jobs', 'bytes', 'groups'].map(kind => ({
            label: t('quota.' + kind), value: each => used(each, kind), sort: each => each[kind], class: 'number'
        })),
        {
            label: t('quota.submits'), value: each => each.allowed.submitsPerSecond ?? '–',
            sort: each => each.allowed.submitsPerSecond, class: 'number'
        }
    ], each => each.account, t('quotas.empty'));
    const node = h('section', {class: 'card', 'aria-labelledby': 'quotas-title', hidden: true},
        h('h2', {id: 'quotas-title'}, t('quotas.title')), list.node);
    const poller = poll(async signal => {
        const {items} = await get('/admin/quotas', {}, signal);
        setShown(node, items.length > 0);
        list.show(items);
    }, () => setShown(node, false));
    return {node, stop: poller.stop};
}

function used(account, kind) {
    const allowed = account.allowed[kind];
    return allowed === null ? '–' : t('quota.of', count(account[kind]), count(allowed));
}
