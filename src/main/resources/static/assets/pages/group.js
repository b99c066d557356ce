// Everything about the current or last run of one group.

import {cancelGroup} from '../actions.js';
import {get, segment} from '../api.js';
import {h, replaceIfChanged} from '../dom.js';
import {count, percent, rate, shortSpan, span, time} from '../format.js';
import {badge, congestionBadge, eta, progressBar, shareMeter, tokenMeter} from '../group-parts.js';
import {facts, jobLink} from '../parts.js';
import {poll} from '../poll.js';
import {address} from '../routes.js';
import {table} from '../table.js';
import {t} from '../words.js';

const FINISHED = ['COMPLETED', 'FAILED', 'CANCELLED'];

export function groupPage(main, {parts: [queue = 'default', id = '']}) {
    const buttons = h('div', {class: 'buttons'});
    const body = h('div', {}, h('p', {class: 'empty'}, t('loading')));
    let left = 0;
    main.append(
        h('p', {class: 'back'}, h('a', {href: address('queue', [queue])}, '← ' + t('group.back', queue))),
        h('div', {class: 'heading'}, h('h1', {tabindex: -1, class: 'id'}, t('group.title', id)), buttons), body);
    const poller = poll(async signal => {
        const group = await get('/admin/queue/groups/' + segment(id), {queue}, signal);
        const result = FINISHED.includes(group.status)
            ? await get('/api/bulk-actions/' + segment(id) + '/result', {queue}, signal) : null;
        left = group.totalJobs - group.doneJobs;
        replaceIfChanged(buttons, group.status, () => [
            h('a', {class: 'button', href: address('failed', [queue], {groupId: id})}, t('group.failures')),
            !FINISHED.includes(group.status) && group.status !== 'CANCELLING' && h('button', {
                type: 'button', class: 'danger',
                on: {click: async () => await cancelGroup(queue, id, left) && poller.now()}
            }, t('cancel.button'))
        ]);
        replaceIfChanged(body, JSON.stringify([group, result]), () => sections(queue, group, result));
    }, problem => replaceIfChanged(body, problem.message, () => h('p', {class: 'empty'}, problem.message)));
    return poller.stop;
}

function sections(queue, group, result) {
    const card = (title, ...content) => h('section', {class: 'card', 'aria-label': title}, h('h2', {}, title), content);
    return [
        h('section', {class: 'card', 'aria-label': t('group')}, progressBar(group), facts([
            [t('groups.status'), badge('status', group.status)],
            [t('group.level'), badge('level', group.priorityLevel)],
            [t('group.run'), count(group.run)],
            [t('group.rate'), rate(group.jobsPerSecond)],
            [t('group.eta'), eta(group) === '–' ? null : eta(group)],
            [t('group.created'), time(group.createdAt)],
            [t('group.started'), group.startedAt && time(group.startedAt)],
            [t('group.finished'), group.finishedAt && time(group.finishedAt)]
        ])),
        card(t('group.jobs'), facts([['total', 'totalJobs'], ['success', 'successCount'], ['failed', 'failedCount'],
            ['cancelled', 'cancelledCount'], ['resolved', 'resolvedCount'], ['pending', 'pending'], ['ready', 'ready'],
            ['nonReady', 'nonReady'], ['inFlight', 'inFlight']]
            .map(([name, field]) => [t('group.' + name), count(group[field])]))),
        group.fairShare !== null && card(t('group.gets'), facts([
            [t('group.share'), shareMeter(group)],
            [t('group.tokens'), tokenMeter(group)],
            [t('group.congestion'), congestionBadge(group.congestion)],
            [t('group.peak'), count(group.congestion.peak)],
            [t('group.staged'), count(group.congestion.totalStaged)],
            [t('group.backoff'), group.congestion.lastBackoffMillis ? span(group.congestion.lastBackoffMillis) : null]
        ])),
        result && card(t('group.result'), resultFacts(result), errors(queue, group.groupId, result))
    ];
}

function resultFacts({successRate, durations, cancelReason}) {
    return facts([
        [t('result.rate'), percent(successRate * 100)],
        ...['p50', 'p95', 'p99', 'max'].map(name => [
            t('result.' + name), durations.count > 0 ? shortSpan(durations[name]) : null
        ]),
        [t('cancel.reason'), cancelReason]
    ]);
}

function errors(queue, groupId, result) {
    if (result.errors.length === 0) {
        return null;
    }
    const list = table(t('result.errors'), [
        {
            label: t('job.code'), sign: each => each.code,
            node: each => h('a', {href: address('failed', [queue], {groupId, errorCode: each.code})},
                h('code', {}, each.code))
        },
        {label: t('result.count'), text: each => count(each.count), class: 'number'},
        {label: t('result.example'), node: each => jobLink(queue, each.exampleJobId), sign: each => each.exampleJobId},
        {label: t('job.error'), text: each => each.exampleMessage || '–', class: 'wide'}
    ], each => each.code, '');
    list.show(result.errors);
    return [h('h3', {class: 'gap'}, t('result.errors')), list.node];
}
