// Why a queue is paused, and what a person can do about it.

import {resume, retryAndResume, skipAndResume} from './actions.js';
import {h, replaceIfChanged, setText} from './dom.js';
import {ago, time} from './format.js';
import {actionButton, code, givenReason, jobLink} from './parts.js';
import {language, t} from './words.js';

export function pauseNote() {
    const node = h('div');

    function update(status) {
        const {errorCode, error} = status.explanation.details;
        const version = JSON.stringify([
            language(), status.pausedAt, status.pauseReason, status.pausedBy, status.failedJobId, errorCode, error
        ]);
        replaceIfChanged(node, version, () => status.isPaused ? content(status) : []);
        if (status.isPaused) {
            setText(node.querySelector('.ago'), ago(status.pausedAt));
        }
    }

    return {node, update};
}

function content(status) {
    return h('div', {class: 'pause-note'},
        h('div', {}, status.failedJobId ? failure(status) : manual(status)),
        h('div', {class: 'buttons'}, buttons(status)));
}

function failure({queue, pausedAt, failedGroupId, failedJobId, explanation}) {
    const {errorCode, error} = explanation.details;
    return [
        h('p', {}, since(pausedAt), ' ', t('paused.job'), ' ', jobLink(queue, failedGroupId, failedJobId)),
        errorCode && h('p', {}, code(errorCode), ' ', error)
    ];
}

function manual({pausedAt, pausedBy, pauseReason}) {
    return [
        h('p', {}, since(pausedAt), ' ', t('paused.by', pausedBy)),
        givenReason(pauseReason) && h('p', {}, t('paused.reason', pauseReason))
    ];
}

function since(pausedAt) {
    return [t('paused.since', time(pausedAt)), ' (', h('span', {class: 'ago'}), ')'];
}

function buttons({queue, failedGroupId, failedJobId}) {
    if (!failedJobId) {
        return [actionButton(t('action.resume'), 'primary', () => resume(queue))];
    }
    const job = {groupId: failedGroupId, jobId: failedJobId};
    return [
        actionButton(t('alert.retry.resume'), 'primary', () => retryAndResume(queue, job)),
        actionButton(t('alert.skip.resume'), 'danger', () => skipAndResume(queue, job)),
        actionButton(t('action.resume'), null, () => resume(queue))
    ];
}
