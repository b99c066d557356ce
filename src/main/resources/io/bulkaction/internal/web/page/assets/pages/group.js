// The current or last run of one group.

import {cancelGroup, pauseGroup, pauseTenant, resumeGroup, resumeTenant, sealGroup} from '../actions.js';
import {get, segment} from '../api.js';
import {h, replaceIfChanged} from '../dom.js';
import {explain, explanation} from '../explain.js';
import {count, percent, rate, shortSpan, span, time} from '../format.js';
import {
    canBeCancelled, congestionBadge, isFinished, progressBar, shareMeter, timeLeft, tokenMeter
} from '../group-parts.js';
import {actionButton, badge, card, code, facts, givenReason, jobLink, labelList} from '../parts.js';
import {poll} from '../poll.js';
import {address} from '../routes.js';
import {table} from '../table.js';
import {t} from '../words.js';
import {jobSection} from './group-jobs.js';
import {limitSection} from './group-limits.js';
import {progressOverTime} from './group-progress.js';

const COUNTS = [
    ['total', 'totalJobs'], ['success', 'successCount'], ['failed', 'failedCount'], ['cancelled', 'cancelledCount'],
    ['resolved', 'resolvedCount'], ['pending', 'pending'], ['ready', 'ready'], ['nonReady', 'nonReady'],
    ['inFlight', 'inFlight'],
    ['scheduled', 'scheduled'], ['expired', 'expiredCount']
];

export function groupPage(main, {parts: [queue = 'default', id = ''], query}) {
    const buttons = h('div', {class: 'buttons'});
    const why = explanation();
    const progress = progressOverTime();
    const jobs = jobSection(queue, id, query.jobs);
    const note = h('div');
    const body = h('div', {}, h('p', {class: 'empty'}, t('loading')));
    const tenant = id.includes('/') ? id.split('/')[0] : null;
    let left = 0;
    main.append(
        h('p', {class: 'back'}, h('a', {href: address('queue', [queue])}, '← ' + t('queue.title', queue))),
        h('div', {class: 'heading'}, h('h1', {tabindex: -1, class: 'id'}, t('group.title', id)), buttons), why.node, note, body, progress.node,
        jobs.node, limitSection(queue, id));
    const poller = poll(async signal => {
        const group = await get('/admin/queue/groups/' + segment(id), {queue}, signal);
        const result = isFinished(group)
            ? await get('/api/bulk-actions/' + segment(id) + '/result', {queue}, signal) : null;
        const {pausedAt = null, pauseReason, pausedBy} = tenant
            ? await get('/api/tenants/' + segment(tenant), {queue}, signal) : {};
        left = group.totalJobs - group.doneJobs;
        progress.show(group);
        jobs.show(group);
        why.show(await explain('/api/bulk-actions/' + segment(id), {queue}, signal));
        replaceIfChanged(note, JSON.stringify([pausedAt, pauseReason, pausedBy, group.hold]), () => [
            pausedAt && pauseNote(t('tenant.paused', tenant, time(pausedAt), pausedBy, givenReason(pauseReason))),
            // why only this one: the sentence above says all other reasons
            group.hold?.reason === 'PAUSED' && pauseNote(pauseText(group.hold))
        ]);
        replaceIfChanged(buttons, [group.status, group.sealed, pausedAt, group.hold?.reason].join(), () => [
            h('a', {class: 'button', href: address('failed', [queue], {groupId: id})}, t('group.deadLetters')),
            tenant && (pausedAt
                ? actionButton(t('tenant.resume', tenant), 'primary', () => act(() => resumeTenant(queue, tenant)))
                : actionButton(t('tenant.pause', tenant), null, () => act(() => pauseTenant(queue, tenant)))),
            canBeCancelled(group) && (group.hold?.reason === 'PAUSED'
                ? actionButton(t('group.resume'), 'primary', () => act(() => resumeGroup(queue, id)))
                : actionButton(t('group.pause'), null, () => act(() => pauseGroup(queue, id)))),
            !group.sealed && !isFinished(group)
                && actionButton(t('seal.button'), 'primary', () => act(() => sealGroup(queue, id))),
            canBeCancelled(group) && actionButton(t('cancel.button'), 'danger', () => act(() => cancelGroup(queue, id, left)))
        ]);
        replaceIfChanged(body, JSON.stringify([group, result]), () => sections(queue, group, result));
    }, problem => replaceIfChanged(body, problem.message, () => h('p', {class: 'empty'}, problem.message)));

    async function act(action) {
        if (await action()) {
            poller.now();
        }
    }

    return () => {
        poller.stop();
        progress.stop();
        jobs.stop();
    };
}

function pauseNote(text) {
    return h('div', {class: 'pause-note'}, h('p', {}, text));
}

function pauseText({since, note, by}) {
    return t('group.paused', time(since), by, givenReason(note));
}

function sections(queue, group, result) {
    return [
        h('section', {class: 'card', 'aria-label': t('group')}, progressBar(group), runFacts(group)),
        card(t('group.jobs'), facts(COUNTS.map(([name, field]) => [t('group.' + name), count(group[field])]))),
        group.fairShare !== null && card(t('group.limits'), limitFacts(group)),
        result && card(t('group.result'), resultFacts(result), errors(queue, group.groupId, result.errors))
    ];
}

function runFacts(group) {
    return facts([
        [t('groups.status'), badge('status', group.status)],
        [t('group.level'), badge('level', group.priorityLevel)],
        [t('group.labels'), Object.keys(group.labels).length > 0 ? h('span', {}, labelList(group.labels)) : null, 'broad'],
        [t('group.run'), count(group.run)],
        [t('group.sealed'), isFinished(group) ? null : t(group.sealed ? 'group.sealed.yes' : 'group.sealed.no'), 'broad'],
        [t('group.rate'), rate(group.jobsPerSecond)],
        [t('group.eta'), timeLeft(group) === '–' ? null : timeLeft(group)],
        [t('group.created'), time(group.createdAt)],
        [t('group.owner'), group.owner],
        [t('group.started'), group.startedAt && time(group.startedAt)],
        [t('group.finished'), group.finishedAt && time(group.finishedAt)],
        [t(group.finishedAt ? 'group.took' : group.startedAt ? 'group.elapsed' : 'group.age'), span(elapsed(group))]
    ]);
}

function elapsed({createdAt, finishedAt}) {
    const millis = (finishedAt ? Date.parse(finishedAt) : Date.now()) - Date.parse(createdAt);
    // why whole seconds: the page is built anew when a fact changes
    return Math.max(0, finishedAt ? millis : millis - millis % 1_000);
}

function limitFacts(group) {
    const {waiting, peak, totalDenied, lastBackoffMillis} = group.congestion;
    return facts([
        [t('group.share'), shareMeter(group)],
        [t('group.tokens'), tokenMeter(group)],
        [t('group.congestion'), congestionBadge(group.congestion)],
        [t('group.waiting'), count(waiting)],
        [t('group.peak'), count(peak)],
        [t('group.denied'), count(totalDenied)],
        [t('group.backoff'), lastBackoffMillis ? span(lastBackoffMillis) : null]
    ]);
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

function errors(queue, groupId, found) {
    if (found.length === 0) {
        return null;
    }
    const list = table(t('result.errors'), [
        {
            label: t('job.code'), value: each => each.code, class: 'mid',
            node: errorCode => h('a', {href: address('failed', [queue], {groupId, errorCode})}, code(errorCode))
        },
        {label: t('result.count'), value: each => count(each.count), class: 'number'},
        {
            label: t('result.example'), value: each => each.exampleJobId, class: 'mid',
            node: id => jobLink(queue, groupId, id)
        },
        {label: t('job.error'), value: each => each.exampleMessage || '–', class: 'wide'}
    ], each => each.code, '');
    list.show(found);
    return [h('h3', {class: 'gap'}, t('result.errors')), list.node];
}
