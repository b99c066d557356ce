// What a person can do to a recurring bulk action.

import {del, post, segment} from './api.js';
import {ask} from './dialog.js';
import {reportOutcome} from './messages.js';
import {t} from './words.js';

// Each returns whether it was done: false when the person went back or the server refused.

export async function runRecurring(queue, name) {
    const answer = await ask({title: t('recurring.run.title', name), text: t('recurring.run.text'), confirm: t('recurring.run')});
    return answer !== null && perform(() => post(path(name) + '/run', {queue}));
}

export async function pauseRecurring(queue, name) {
    const reason = await ask({
        title: t('recurring.pause.title', name), text: t('recurring.pause.text'), confirm: t('action.pause'),
        field: {label: t('pause.reason')}
    });
    return reason !== null && perform(() => post(path(name) + '/pause', {queue}, reason ? {reason} : undefined));
}

export function resumeRecurring(queue, name) {
    return perform(() => post(path(name) + '/resume', {queue}));
}

export async function deleteRecurring(queue, name) {
    const answer = await ask({
        title: t('recurring.delete.title', name), text: t('recurring.delete.text'), confirm: t('recurring.delete'),
        danger: true
    });
    return answer !== null && perform(() => del(path(name), {queue}));
}

function path(name) {
    return '/admin/recurring/' + segment(name);
}

function perform(call) {
    return reportOutcome(async () => (await call()).message);
}
