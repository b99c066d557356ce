// One job. A dead letter can be retried or skipped here.

import {retryJob, skipJob} from '../actions.js';
import {get, getExact, segment} from '../api.js';
import {copyButton} from '../copy.js';
import {h, replaceIfChanged} from '../dom.js';
import {members, pretty} from '../exact-json.js';
import {explain, explanation} from '../explain.js';
import {count, percent, time} from '../format.js';
import {actionButton, badge, card, code, facts, groupLink, json} from '../parts.js';
import {poll} from '../poll.js';
import {address} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';
import {timeline} from './job-timeline.js';
import {replaceSection} from './replace.js';

export function jobPage(main, {parts: [queue = 'default', groupId = '', jobId = '']}) {
    const body = h('div', {}, h('p', {class: 'empty'}, t('loading')));
    const buttons = h('div', {class: 'buttons'});
    const edit = h('div');
    const why = explanation();
    main.append(
        h('p', {class: 'back'}, h('a', {href: address('failed', [queue])}, '← ' + t('deadLetters.of', queue))),
        h('div', {class: 'heading'}, h('h1', {tabindex: -1, class: 'id'}, t('job.title', jobId)), buttons), why.node, body, edit);
    const poller = poll(async signal => {
        const {value: job, text} = await getExact(
            `/api/bulk-actions/${segment(groupId)}/jobs/${segment(jobId)}`, {queue}, signal);
        why.show(await explain(
            `/api/bulk-actions/${segment(groupId)}/jobs/${segment(jobId)}`, {queue}, signal));
        const hasFailed = ['FAILED', 'MANUALLY_RESOLVED'].includes(job.status);
        const failure = hasFailed
            ? await get('/admin/queue/failed/' + segment(jobId), {queue, groupId}, signal) : null;
        replaceIfChanged(buttons, job.status, () => job.status === 'FAILED' ? [
            actionButton(t('action.retry'), 'primary', () => act(retryJob)),
            actionButton(t('action.skip'), 'danger', () => act(skipJob))
        ] : []);
        // why apart: what somebody types must survive the next poll
        replaceIfChanged(edit, job.status, () =>
            job.status === 'FAILED' ? replaceSection(queue, job, () => poller.now()) : []);
        replaceIfChanged(body, text + JSON.stringify(failure), () => sections(queue, job, members(text), failure));
    }, problem => replaceIfChanged(body, problem.message, () => h('p', {class: 'empty'}, problem.message)));

    async function act(action) {
        if (await action(queue, {groupId, jobId})) {
            poller.now();
        }
    }

    return poller.stop;
}

/** @param exact the texts of the fields of the job */
function sections(queue, job, exact, failure) {
    return [
        h('section', {class: 'card', 'aria-label': t('job')}, jobFacts(queue, job), failure && resolution(failure)),
        timeline(job, failure),
        card(t('job.payload'), json(exact.payload),
            h('div', {class: 'buttons gap'},
                copyButton(t('action.copy'), () => pretty(exact.payload)),
                copyButton(t('job.copy.name'), () => job.groupId + '#' + job.jobId))),
        job.checkpoint !== null && card(t('job.checkpoint'), json(exact.checkpoint)),
        job.result !== null && card(t('job.result'), json(exact.result)),
        (job.attempts.length > 0 || failure)
            && card(t(job.status === 'COMPLETED' ? 'job.history.past' : 'job.history'), failedAttempts(job)),
        failure && card(t('job.stack'), stackTrace(failure))
    ];
}

function jobFacts(queue, job) {
    return facts([
        [t('job.status'), badge('status', job.status)],
        [t('job.place'), word('place', job.place)],
        [t('queue'), job.queue],
        [t('group'), groupLink(queue, job.groupId)],
        [t('job.processor'), job.processorType],
        [t('job.waitReason'), job.waitReason && word('waitReason', job.waitReason), 'broad'],
        [t('job.until'), job.until && time(job.until)],
        [t('job.attempts'), count(job.attemptsMade)],
        [t('job.retries'), count(job.retryCount)],
        [t('job.recoveries'), count(job.recoveries)],
        [t('job.progress'), job.progress && `${percent(job.progress.percent)} ${job.progress.text}`, 'broad'],
        [t('job.created'), time(job.createdAt)],
        [t('job.started'), job.startedAt && time(job.startedAt)],
        [t('job.finished'), job.finishedAt && time(job.finishedAt)],
        // an error that a later attempt made good is history, not a fact
        [t('job.code'), job.status !== 'COMPLETED' && job.errorCode ? code(job.errorCode) : null, 'broad'],
        [t('job.error'), job.status !== 'COMPLETED' ? job.failedReason : null, 'broad']
    ]);
}

function resolution({resolvedBy, resolvedAt, resolution: reason}) {
    return resolvedBy && h('p', {}, t('job.resolution', resolvedBy, time(resolvedAt), reason ?? ''));
}

function failedAttempts(job) {
    const list = table(t('job.history'), [
        {label: t('job.attempt'), value: each => count(each.attemptNumber)},
        {label: t('job.at'), value: each => time(each.timestamp), class: 'time'},
        {label: t('job.code'), value: each => each.code, node: code, class: 'wide'},
        {label: t('job.error'), value: each => each.error, class: 'wide'}
    ], each => each.attemptNumber + ' ' + each.timestamp, '–');
    list.show(job.attempts);
    return list.node;
}

function stackTrace(failure) {
    return failure.stackTrace
        ? h('pre', {tabindex: 0}, failure.stackTrace)
        : h('p', {class: 'quiet'}, t('job.no.stack'));
}
