// The processes that work on a queue, with their last sign of life.

import {get} from '../api.js';
import {h, setText} from '../dom.js';
import {count, shortSpan, time} from '../format.js';
import {badge, setShown} from '../parts.js';
import {poll} from '../poll.js';
import {table} from '../table.js';
import {t} from '../words.js';

export function instanceSection(queue) {
    const list = table(t('instances.title'), [
        {label: t('instance'), text: each => each.id, class: 'wide'},
        {
            label: t('instance.state'), sign: each => each.alive,
            node: each => badge('instance', each.alive ? 'alive' : 'lost')
        },
        {label: t('instance.heartbeat'), text: each => t('time.ago', shortSpan(each.silentMillis)), class: 'number'},
        {label: t('count.workersOnly'), text: each => count(each.workers), class: 'number'},
        {label: t('instance.host'), text: each => each.host || '–'},
        {label: t('instance.version'), text: each => each.version || '–'},
        {label: t('instance.started'), text: each => time(each.startedAt), class: 'time'}
    ], each => each.id, t('instances.empty'));
    const problem = h('p', {class: 'empty', hidden: true});
    const node = h('section', {class: 'card', 'aria-labelledby': 'instances-title'},
        h('h2', {id: 'instances-title'}, t('instances.title')), problem, list.node);
    const poller = poll(async signal => {
        const {items} = await get('/admin/queue/instances', {queue}, signal);
        setShown(problem, false);
        list.show(items);
    }, refused => {
        setShown(problem, true);
        setText(problem, refused.message);
    });
    return {node, stop: poller.stop};
}
