// What an alert says, in the language of the page, and what a person can do about it.

import {resume, retryAndResume, skipAndResume} from './actions.js';
import {h} from './dom.js';
import {count, shortTime} from './format.js';
import {actionButton, code, jobLink} from './parts.js';
import {queueStatus} from './queues.js';
import {address} from './routes.js';
import {hasText, t} from './words.js';

/** The values for the title and the cause of each kind; a kind that is not listed speaks the server's words. */
const VALUES = {
    QUEUE_PAUSED_ON_FAILURE: ({queue, details}) => [queue, details.job, count(details.pendingJobs)],
    QUEUE_WAITING_EXCEEDED: ({queue, details}) => [queue, count(details.pendingJobs), count(details.limit)],
    QUEUE_PAUSED_LONG_TIME: ({queue, details}) =>
        [queue, shortTime(details.pausedAt), details.pausedBy, count(details.pendingJobs)],
    DEAD_LETTERS_GROWING: ({queue, details}) => [queue, count(details.recent), count(details.deadLetters)],
    REDIS_UNAVAILABLE: ({queue, details}) => [queue, details.partitions ?? ''],
    // why not its own words: those were written for everybody, in English
    QUEUE_STUCK: ({queue, details}) => [queue, stuck(queue) ?? details.explanation ?? ''],
    RECURRING_FAILED: ({queue, details}) => [queue, details.recurring, details.tick],
    UNKNOWN_PROCESSOR: ({queue, details}) => [queue, details.processorType, shortTime(details.unknownSince)],
    INSTANCE_LOST: ({queue, details}) => [queue, details.instance, shortTime(details.lastHeartbeat)]
};

export function alertTitle(alert) {
    return text(alert, 'alert.') ?? alert.title;
}

/** The cause as nodes: what happened, and the error behind it if there is one. */
export function alertCause(alert) {
    const {queue, details} = alert;
    return [
        details.job && [jobLink(queue, details.group, details.job), ' '],
        details.errorCode && [code(details.errorCode), ' ', details.error ?? '', ' · '],
        text(alert, 'alert.cause.') ?? alert.message
    ];
}

/** Links and buttons: the next thing to do first. */
export function alertActions(alert) {
    const {queue, type, details} = alert;
    const link = (key, ...to) => h('a', {class: 'button', href: address(...to)}, t(key));
    switch (type) {
        case 'QUEUE_PAUSED_ON_FAILURE':
            return [
                actionButton(t('alert.retry.resume'), 'primary', () =>
                    retryAndResume(queue, {groupId: details.group, jobId: details.job})),
                actionButton(t('alert.skip.resume'), 'danger', () =>
                    skipAndResume(queue, {groupId: details.group, jobId: details.job}))
            ];
        case 'QUEUE_PAUSED_LONG_TIME':
            return [actionButton(t('action.resume'), 'primary', () => resume(queue))];
        case 'DEAD_LETTERS_GROWING':
            return [link('alert.look.failed', 'failed', [queue])];
        case 'RECURRING_FAILED':
            return [link('alert.look.recurring', 'recurring', [queue, details.recurring])];
        default:
            return [link('alert.look.queue', 'queue', [queue])];
    }
}

function stuck(queue) {
    const {state, sentence} = queueStatus(queue)?.explanation ?? {};
    return state === 'STUCK' ? sentence : null;
}

function text(alert, prefix) {
    const key = prefix + alert.type;
    return hasText(key) && VALUES[alert.type] ? t(key, ...VALUES[alert.type](alert)) : null;
}
