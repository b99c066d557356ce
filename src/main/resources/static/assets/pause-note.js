// Why a queue is paused, and what a person can do about it.

import {openAlerts} from './alerts.js';
import {resume, retryAndResume, skipAndResume} from './actions.js';
import {h, replaceIfChanged, setText} from './dom.js';
import {ago, time} from './format.js';
import {actionButton, code, jobLink} from './parts.js';
import {language, t} from './words.js';

/** The server's word for a pause without a reason. */
const NO_REASON = 'MANUAL_PAUSE';

export function pauseNote(queue) {
    const node = h('div');

    function update(status) {
        const error = status.failedJobId ? errorBehind(queue) : null;
        const version = JSON.stringify([
            language(), status.pausedAt, status.pauseReason, status.pausedBy, status.failedJobId, error
        ]);
        replaceIfChanged(node, version, () => status.isPaused ? content(status, error) : []);
        if (status.isPaused) {
            setText(node.querySelector('.ago'), ago(status.pausedAt));
        }
    }

    return {node, update};
}

function content(status, error) {
    return h('div', {class: 'pause-note'},
        h('div', {}, status.failedJobId ? failure(status, error) : manual(status)),
        h('div', {class: 'buttons'}, buttons(status)));
}

function failure({queue, pausedAt, failedGroupId, failedJobId}, error) {
    return [
        h('p', {}, since(pausedAt), ' ', t('paused.job'), ' ', jobLink(queue, failedGroupId, failedJobId)),
        error && h('p', {}, code(error.errorCode), ' ', error.error)
    ];
}

function manual({pausedAt, pausedBy, pauseReason}) {
    return [
        h('p', {}, since(pausedAt), ' ', t('paused.by', pausedBy)),
        pauseReason !== NO_REASON && h('p', {}, t('paused.reason', pauseReason))
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

/** As the alert tells it, which is raised a moment after the pause. */
function errorBehind(queue) {
    const alert = openAlerts().find(each => each.queue === queue && each.type === 'QUEUE_PAUSED_ON_FAILURE');
    return alert?.details.errorCode ? alert.details : null;
}
