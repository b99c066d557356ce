// What a person can do to a queue, its groups and its dead letters: confirm, call the server, show the outcome.

import {post, segment, TASK_TIMEOUT} from './api.js';
import {ask} from './dialog.js';
import {count} from './format.js';
import {reportOutcome} from './messages.js';
import {queueStatus, refreshQueues} from './queues.js';
import {withTaskProgress} from './task-progress.js';
import {t} from './words.js';

// Each returns whether it was done: false when the person went back or the server refused.

export async function pause(queue) {
    const reason = await ask({
        title: t('pause.title', queue), text: t('pause.text'), confirm: t('action.pause'),
        field: {label: t('pause.reason')}
    });
    return reason !== null && perform(() => post('/admin/queue/pause', {queue}, reason ? {reason} : undefined));
}

export async function resume(queue) {
    const answer = await ask({
        title: t('resume.title', queue), text: t('resume.text', count(deadLettersOf(queue))), confirm: t('action.resume')
    });
    return answer !== null && perform(() => post('/admin/queue/resume', {queue}));
}

/** For a queue that paused because a job failed: the job runs again, first of its group, and the queue continues. */
export async function retryAndResume(queue, {groupId, jobId}) {
    const answer = await ask({
        title: t('retry.resume.title', jobId), text: t('retry.resume.text', queue), confirm: t('alert.retry.resume')
    });
    return answer !== null && perform(async () => {
        await post('/admin/queue/retry/' + segment(jobId), {queue, groupId});
        return post('/admin/queue/resume', {queue});
    });
}

/** For a queue that paused because a job failed: the job is given up, and the queue continues. */
export async function skipAndResume(queue, {groupId, jobId}) {
    const reason = await askReason(t('skip.title', jobId), t('skip.one.resume.text', queue), t('alert.skip.resume'));
    return reason !== null && perform(async () => {
        await post('/admin/queue/skip/' + segment(jobId), {queue, groupId}, {reason});
        return post('/admin/queue/resume', {queue});
    });
}

export async function scale(queue, workers) {
    const wanted = await ask({
        title: t('scale.title', queue), text: t('scale.text'), confirm: t('action.scale'),
        field: {label: t('scale.field'), type: 'number', required: true, value: workers, min: 0, max: 10_000}
    });
    return wanted !== null && perform(() => post('/admin/queue/scale', {queue}, {workers: Number(wanted)}));
}

export async function retryJob(queue, {groupId, jobId}) {
    const answer = await ask({title: t('retry.title', jobId), text: t('retry.text'), confirm: t('action.retry')});
    return answer !== null && perform(() => post('/admin/queue/retry/' + segment(jobId), {queue, groupId}));
}

export async function skipJob(queue, {groupId, jobId}) {
    const reason = await askReason(t('skip.title', jobId), t('skip.text'), t('action.skip'));
    return reason !== null && perform(() => post('/admin/queue/skip/' + segment(jobId), {queue, groupId}, {reason}));
}

export async function retryJobs(queue, names) {
    const answer = await ask({
        title: t('retry.some.title', count(names.length)), text: t('retry.text'), confirm: t('action.retry')
    });
    return answer !== null && perform(() => post('/admin/queue/retry-selected', {queue}, {jobIds: names}));
}

export async function skipJobs(queue, names) {
    const reason = await askReason(t('skip.some.title', count(names.length)), t('skip.text'), t('action.skip'));
    return reason !== null && perform(() => post('/admin/queue/skip-selected', {queue}, {jobIds: names, reason}));
}

export async function retryAll(queue, total, filter) {
    const answer = await ask({
        title: t('retry.all.title'), text: t('retry.all.text', count(total), queue),
        confirm: t('deadLetters.retry.all')
    });
    return answer !== null && performTask(queue, '/admin/queue/retry-all', {queue}, filter);
}

export async function skipAll(queue, total, filter) {
    const reason = await askReason(
        t('skip.all.title'), t('skip.all.text', count(total), queue), t('deadLetters.skip.all'));
    return reason !== null && performTask(queue, '/admin/queue/skip-all', {queue}, {...filter, reason});
}

export async function skipAllAndResume(queue, deadLetters) {
    const reason = await askReason(
        t('skip.resume.title'), t('skip.resume.text', count(deadLetters), queue), t('deadLetters.skip.resume'));
    return reason !== null && performTask(queue, '/admin/queue/skip-all-and-resume', {queue}, {reason});
}

export async function cancelGroup(queue, id, left) {
    const reason = await askReason(t('cancel.title', id), t('cancel.text', count(left)), t('cancel.button'));
    return reason !== null
        && perform(() => post('/admin/queue/groups/' + segment(id) + '/cancel', {queue}, {reason}));
}

export async function sealGroup(queue, id) {
    const answer = await ask({title: t('seal.title', id), text: t('seal.text'), confirm: t('seal.button')});
    return answer !== null && perform(async () => {
        await post(`/api/bulk-actions/${segment(id)}/seal`, {queue});
        return {message: t('seal.done')};
    });
}

export async function pauseGroup(queue, id) {
    const reason = await ask({
        title: t('group.pause.title', id), text: t('group.pause.text'), confirm: t('action.pause'),
        field: {label: t('pause.reason')}
    });
    return reason !== null && perform(async () => {
        await post(`/api/bulk-actions/${segment(id)}/pause`, {queue}, reason ? {reason} : undefined);
        return {message: t('group.pause.done')};
    });
}

export function resumeGroup(queue, id) {
    return perform(async () => {
        await post(`/api/bulk-actions/${segment(id)}/resume`, {queue});
        return {message: t('group.resume.done')};
    });
}

export async function pauseTenant(queue, tenant) {
    const reason = await ask({
        title: t('tenant.pause.title', tenant), text: t('tenant.pause.text'), confirm: t('action.pause'),
        field: {label: t('pause.reason')}
    });
    return reason !== null
        && perform(() => post(`/admin/tenants/${segment(tenant)}/pause`, {queue}, reason ? {reason} : undefined));
}

export function resumeTenant(queue, tenant) {
    return perform(() => post(`/admin/tenants/${segment(tenant)}/resume`, {queue}));
}

/** @param payload JSON text, which is sent as it is: its numbers keep their digits */
export async function replaceJob(queue, {groupId, jobId}, payload, newId) {
    return perform(() => post('/admin/queue/replace/' + segment(jobId), {queue, groupId},
        `{"newJobId": ${JSON.stringify(newId)}, "payload": ${payload}}`));
}

function askReason(title, text, confirm) {
    return ask({title, text, confirm, danger: true, field: {label: t('reason'), required: true}});
}

function performTask(queue, path, query, body) {
    return perform(() => withTaskProgress(queue, () => post(path, query, body, TASK_TIMEOUT)));
}

function deadLettersOf(queue) {
    return queueStatus(queue)?.failed ?? 0;
}

async function perform(call) {
    const succeeded = await reportOutcome(async () => (await call()).message);
    refreshQueues();
    return succeeded;
}
