// The instances that work on a queue, with their last heartbeat.

import {get} from '../api.js';
import {h} from '../dom.js';
import {count, shortSpan, time} from '../format.js';
import {badge, problemNote} from '../parts.js';
import {poll} from '../poll.js';
import {table} from '../table.js';
import {t} from '../words.js';

export function instanceSection(queue) {
    const list = table(t('instances.title'), [
        {label: t('instance'), value: each => each.id, class: 'wide'},
        {
            label: t('instance.state'), value: each => each.alive ? 'alive' : 'lost',
            node: state => badge('instance', state)
        },
        {label: t('instance.heartbeat'), value: each => t('time.ago', shortSpan(each.silentMillis)), class: 'number'},
        {label: t('instance.workers'), value: each => count(each.workers), sort: each => each.workers, class: 'number'},
        {label: t('instance.host'), value: each => each.host || '–', class: 'mid'},
        {label: t('instance.version'), value: each => each.version || '–'},
        {label: t('instance.started'), value: each => time(each.startedAt), class: 'time'}
    ], each => each.id, t('instances.empty'));
    const problem = problemNote();
    const node = h('section', {class: 'card', 'aria-labelledby': 'instances-title'},
        h('h2', {id: 'instances-title'}, t('instances.title')), problem.node, list.node);
    const poller = poll(async signal => {
        const {items} = await get('/admin/queue/instances', {queue}, signal);
        problem.hide();
        list.show(items);
    }, problem.show);
    return {node, stop: poller.stop};
}
