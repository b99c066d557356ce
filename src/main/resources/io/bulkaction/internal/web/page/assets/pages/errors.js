// The dead letters of a queue by error code: one cause, one action.

import {retryAll, skipAll} from '../actions.js';
import {get} from '../api.js';
import {h, setShown} from '../dom.js';
import {count, shortTime} from '../format.js';
import {actionButton, code, jobLink, problemNote} from '../parts.js';
import {poll} from '../poll.js';
import {address} from '../routes.js';
import {table} from '../table.js';
import {t} from '../words.js';

/** @param onChange called after an action */
export function errorSection(queue, onChange) {
    const list = table(t('errors.title'), columns(), each => each.errorCode, '');
    const more = h('p', {class: 'quiet note', hidden: true}, t('errors.more'));
    const problem = problemNote();
    const node = h('section', {class: 'card', 'aria-labelledby': 'errors-title', hidden: true},
        h('h2', {id: 'errors-title'}, t('errors.title')), problem.node, list.node, more);
    const poller = poll(async signal => {
        const found = await get('/admin/queue/errors', {queue}, signal);
        problem.hide();
        setShown(node, found.items.length > 0);
        setShown(more, !found.exact);
        list.show(found.items);
    }, problem.show);

    async function act(action, {errorCode, count: total}) {
        if (await action(queue, total, {errorCode})) {
            poller.now();
            onChange();
        }
    }

    function columns() {
        return [
            {
                label: t('job.code'), value: each => each.errorCode, class: 'mid',
                node: value => h('a', {href: address('failed', [queue], {errorCode: value})}, code(value))
            },
            {label: t('errors.count'), value: each => count(each.count), sort: each => each.count, class: 'number'},
            {
                label: t('errors.newest'), value: each => each.failedReason, class: 'wide',
                node: reason => h('span', {class: 'clamp', title: reason}, reason)
            },
            {
                label: t('job'), value: each => each.groupId + '#' + each.jobId, class: 'mid',
                node: (_, each) => jobLink(queue, each.groupId, each.jobId)
            },
            {label: t('job.failedAt'), value: each => shortTime(each.failedAt), class: 'time'},
            {label: t('job.actions'), value: each => each.count, node: (_, each) => buttons(each), class: 'actions'}
        ];
    }

    function buttons(each) {
        const button = (key, className, action) => actionButton(
            t(key, count(each.count)), 'small ' + className, () => act(action, each),
            {'aria-label': t(key, count(each.count)) + ': ' + each.errorCode});
        return h('div', {class: 'buttons'},
            button('errors.retry', '', retryAll), button('errors.skip', 'danger', skipAll));
    }

    return {node, stop: poller.stop};
}
