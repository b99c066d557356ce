// What a person can do to a queue and its failed jobs: ask first, then do it, then say what came of it.

import {post, segment} from './api.js';
import {ask} from './dialog.js';
import {count} from './format.js';
import {attempt, say} from './messages.js';
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
    return answer !== null && run(() => retry(queue, id));
}

export async function skipJob(queue, id) {
    const reason = await askReason(t('skip.title', id), t('skip.text'), t('action.skip'));
    return reason !== null && run(() => skip(queue, id, reason));
}

export async function retryJobs(queue, ids) {
    const answer = await ask({
        title: t('retry.some.title', count(ids.length)), text: t('retry.text'), confirm: t('action.retry')
    });
    return answer !== null && each(ids, id => retry(queue, id), 'some.retried');
}

export async function skipJobs(queue, ids) {
    const reason = await askReason(t('skip.some.title', count(ids.length)), t('skip.text'), t('action.skip'));
    return reason !== null && each(ids, id => skip(queue, id, reason), 'some.skipped');
}

export async function retryAll(queue, total, filter) {
    const answer = await ask({
        title: t('retry.all.title'), text: t('retry.all.text', count(total), queue), confirm: t('failed.retry.all')
    });
    return answer !== null && run(() => post('/admin/queue/retry-all', {queue}, filter));
}

export async function skipAllAndResume(queue, failed) {
    const reason = await askReason(t('skip.all.title'), t('skip.all.text', count(failed), queue), t('failed.skip.all'));
    return reason !== null && run(() => post('/admin/queue/skip-all-and-resume', {queue}, {reason}));
}

function askReason(title, text, confirm) {
    return ask({title, text, confirm, danger: true, field: {label: t('skip.reason'), required: true}});
}

function retry(queue, id) {
    return post('/admin/queue/retry/' + segment(id), {queue});
}

function skip(queue, id, reason) {
    return post('/admin/queue/skip/' + segment(id), {queue}, {reason});
}

async function run(call) {
    const worked = await attempt(async () => (await call()).message);
    askQueuesNow();
    return worked;
}

/** One after the other: a page of jobs at most, and one that is refused does not stop the rest. */
async function each(ids, call, doneText) {
    const refused = [];
    for (const id of ids) {
        try {
            await call(id);
        } catch (problem) {
            refused.push(problem.message);
        }
    }
    if (refused.length === 0) {
        say(t(doneText, count(ids.length)));
    } else {
        say(t('some.refused', count(ids.length - refused.length), count(refused.length), refused[0]), 'bad');
    }
    askQueuesNow();
    return true;
}
