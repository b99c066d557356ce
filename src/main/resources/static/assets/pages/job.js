// Everything about one job; a failed one can be retried or skipped here.

import {retryJob, skipJob} from '../actions.js';
import {get, segment} from '../api.js';
import {h, replaceIfChanged} from '../dom.js';
import {count, time} from '../format.js';
import {badge, facts, groupLink, json} from '../parts.js';
import {poll} from '../poll.js';
import {address} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

export function jobPage(main, {parts: [queue = 'default', id = '']}) {
    const body = h('div', {}, h('p', {class: 'empty'}, t('loading')));
    const buttons = h('div', {class: 'buttons'});
    main.append(
        h('p', {class: 'back'}, h('a', {href: address('failed', [queue])}, '← ' + t('job.back'))),
        h('div', {class: 'heading'}, h('h1', {tabindex: -1, class: 'id'}, t('job.title', id)), buttons), body);
    const poller = poll(async signal => {
        const job = await get('/api/jobs/' + segment(id), {queue}, signal);
        const isDead = ['FAILED', 'MANUALLY_RESOLVED'].includes(job.status);
        const detail = isDead ? await get('/admin/queue/failed/' + segment(id), {queue}, signal) : null;
        replaceIfChanged(buttons, job.status, () => job.status === 'FAILED' ? [
            h('button', {type: 'button', class: 'primary', on: {click: () => act(retryJob)}}, t('action.retry')),
            h('button', {type: 'button', class: 'danger', on: {click: () => act(skipJob)}}, t('action.skip'))
        ] : []);
        replaceIfChanged(body, JSON.stringify([job, detail]), () => sections(queue, job, detail));
    }, problem => replaceIfChanged(body, problem.message, () => h('p', {class: 'empty'}, problem.message)));

    async function act(action) {
        if (await action(queue, id)) {
            poller.now();
        }
    }

    return poller.stop;
}

function sections(queue, job, detail) {
    const attempts = table(t('job.history'), [
        {label: t('job.attempt'), text: each => count(each.attemptNumber)},
        {label: t('job.at'), text: each => time(each.timestamp)},
        {label: t('job.code'), node: each => h('code', {}, each.code), sign: each => each.code, class: 'wide'},
        {label: t('job.error'), text: each => each.error, class: 'wide'}
    ], each => each.attemptNumber + ' ' + each.timestamp, '–');
    attempts.show(job.attempts);
    const card = (title, ...content) => h('section', {class: 'card', 'aria-label': title}, h('h2', {}, title), content);
    return [
        h('section', {class: 'card', 'aria-label': t('job')}, facts([
            [t('job.status'), badge('status', job.status)],
            [t('job.place'), word('place', job.place)],
            [t('queue'), job.queue],
            [t('group'), groupLink(queue, job.groupId)],
            [t('job.processor'), job.processorType],
            [t('job.waitReason'), job.waitReason],
            [t('job.until'), job.until && time(job.until)],
            [t('job.attempts'), count(job.attemptsMade)],
            [t('job.retries'), count(job.retryCount)],
            [t('job.recoveries'), count(job.recoveries)],
            [t('job.created'), time(job.createdAt)],
            [t('job.started'), job.startedAt && time(job.startedAt)],
            [t('job.finished'), job.finishedAt && time(job.finishedAt)],
            [t('job.code'), job.errorCode && h('code', {}, job.errorCode), 'broad'],
            [t('job.error'), job.failedReason, 'broad']
        ]), detail?.resolvedBy
            && h('p', {}, t('job.resolution', detail.resolvedBy, time(detail.resolvedAt), detail.resolution ?? ''))),
        card(t('job.payload'), json(job.payload)),
        job.result !== null && card(t('job.result'), json(job.result)),
        (job.attempts.length > 0 || detail) && card(t('job.history'), attempts.node),
        detail && card(t('job.stack'),
            detail.stackTrace
                ? h('pre', {tabindex: 0}, detail.stackTrace)
                : h('p', {class: 'quiet'}, t('job.no.stack')))
    ];
}
