// What has happened to a job, from the submit on: how long it waited, each attempt, and what comes next.

import {h} from '../dom.js';
import {shortSpan, time} from '../format.js';
import {card, code} from '../parts.js';
import {t, word} from '../words.js';

const ENDED = ['FAILED', 'CANCELLED', 'MANUALLY_RESOLVED', 'EXPIRED'];

/** @param failure of a dead letter: who skipped it and when, if somebody did */
export function timeline(job, failure) {
    return card(t('timeline.title'), h('ol', {class: 'timeline'}, steps(job, failure)));
}

function steps(job, failure) {
    const list = [step(job.createdAt, 'calm', t('timeline.submitted'))];
    let last = Date.parse(job.createdAt);
    const wait = until => until && Date.parse(until) - last >= 1
        ? list.push(gap(t('timeline.waited', shortSpan(Date.parse(until) - last)))) : null;
    for (const each of job.attempts) {
        wait(each.startedAt);
        list.push(step(each.timestamp, 'bad', attempt('timeline.failed', each.attemptNumber, each.instance,
            each.startedAt && Date.parse(each.timestamp) - Date.parse(each.startedAt)), ' ', code(each.code)));
        last = Date.parse(each.timestamp);
    }
    if (['PROCESSING', 'COMPLETED'].includes(job.status)) {
        wait(job.startedAt);
        list.push(job.status === 'COMPLETED'
            ? step(job.finishedAt, 'good', attempt('timeline.succeeded', job.attemptsMade, job.instance,
                Date.parse(job.finishedAt) - Date.parse(job.startedAt)))
            : step(job.startedAt, 'running', attempt('timeline.runs', job.attemptsMade, job.instance)));
    } else if (ENDED.includes(job.status)) {
        list.push(step(job.finishedAt, job.status === 'FAILED' ? 'bad' : 'calm', t('timeline.' + job.status)));
    } else {
        list.push(step(job.until, 'calm', job.waitReason ? word('waitReason', job.waitReason) : t('timeline.waits')));
    }
    if (failure?.resolvedBy) {
        list.push(step(failure.resolvedAt, 'calm', t('timeline.skipped', failure.resolvedBy)));
    }
    return list;
}

function attempt(key, number, instance, took = null) {
    return t(key, number) + (instance ? ' ' + t('timeline.on', instance) : '') + (took === null ? '' : ', ' + shortSpan(took));
}

function step(at, kind, ...content) {
    return h('li', {class: 'timeline-' + kind}, h('span', {class: 'quiet'}, at ? time(at) : ''), ' ', h('span', {}, content));
}

function gap(text) {
    return h('li', {class: 'timeline-gap quiet'}, text);
}
