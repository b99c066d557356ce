// What a person can do to a queue and its failed jobs: ask first, then do it, then say what came of it.

import {post, segment} from './api.js';
import {ask} from './dialog.js';
import {count} from './format.js';
import {attempt} from './messages.js';
import {withProgress} from './progress.js';
import {askQueuesNow} from './queues.js';
import {t} from './words.js';

export async function pause(queue) {
    const reason = await ask({
        title: t('pause.title', queue), text: t('pause.text'), confirm: t('action.pause'),
        field: {label: t('pause.reason')}
    });
    return reason !== null && run(() => post('/admin/queue/pause', {queue}, reason ? {reason} : undefined));
}

export async function resume(queue, failed) {
    const answer = await ask({
        title: t('resume.title', queue), text: t('resume.text', count(failed)), confirm: t('action.resume')
    });
    return answer !== null && run(() => post('/admin/queue/resume', {queue}));
}

export async function scale(queue, workers) {
    const wanted = await ask({
        title: t('scale.title', queue), text: t('scale.text'), confirm: t('action.scale'),
        field: {label: t('scale.field'), type: 'number', required: true, value: workers, min: 0, max: 10_000}
    });
    return wanted !== null && run(() => post('/admin/queue/scale', {queue}, {workers: Number(wanted)}));
}

export async function retryJob(queue, id) {
    const answer = await ask({title: t('retry.title', id), text: t('retry.text'), confirm: t('action.retry')});
    return answer !== null && run(() => post('/admin/queue/retry/' + segment(id), {queue}));
}

export async function skipJob(queue, id) {
    const reason = await askReason(t('skip.title', id), t('skip.text'), t('action.skip'));
    return reason !== null && run(() => post('/admin/queue/skip/' + segment(id), {queue}, {reason}));
}

export async function retryJobs(queue, ids) {
    const answer = await ask({
        title: t('retry.some.title', count(ids.length)), text: t('retry.text'), confirm: t('action.retry')
    });
    return answer !== null && run(() => post('/admin/queue/retry-selected', {queue}, {jobIds: ids}));
}

export async function skipJobs(queue, ids) {
    const reason = await askReason(t('skip.some.title', count(ids.length)), t('skip.text'), t('action.skip'));
    return reason !== null && run(() => post('/admin/queue/skip-selected', {queue}, {jobIds: ids, reason}));
}

export async function retryAll(queue, total, filter) {
    const answer = await ask({
        title: t('retry.all.title'), text: t('retry.all.text', count(total), queue), confirm: t('failed.retry.all')
    });
    return answer !== null && run(() => withProgress(queue, () => post('/admin/queue/retry-all', {queue}, filter)));
}

export async function skipAll(queue, total, filter) {
    const reason = await askReason(
        t('skip.all.title'), t('skip.all.text', count(total), queue), t('failed.skip.all'));
    return reason !== null && run(() => withProgress(queue,
        () => post('/admin/queue/skip-all', {queue}, {...filter, reason})));
}

export async function skipAllAndResume(queue, failed) {
    const reason = await askReason(
        t('skip.resume.title'), t('skip.resume.text', count(failed), queue), t('failed.skip.resume'));
    return reason !== null && run(() => withProgress(queue,
        () => post('/admin/queue/skip-all-and-resume', {queue}, {reason})));
}

export async function cancelGroup(queue, id, left) {
    const reason = await askReason(t('cancel.title', id), t('cancel.text', count(left)), t('cancel.button'));
    return reason !== null && run(() => post('/admin/queue/groups/' + segment(id) + '/cancel', {queue}, {reason}));
}

function askReason(title, text, confirm) {
    return ask({title, text, confirm, danger: true, field: {label: t('skip.reason'), required: true}});
}

async function run(call) {
    const worked = await attempt(async () => (await call()).message);
    askQueuesNow();
    return worked;
}
