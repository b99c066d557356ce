// Shows how far an action on very many jobs is until the server answers it.

import {get} from './api.js';
import {h, setAttribute, setText} from './dom.js';
import {count} from './format.js';
import {t, word} from './words.js';

const INTERVAL = 700;

/** Waits for a call and meanwhile shows the progress of the newest task of the queue. */
export async function withTaskProgress(queue, call) {
    const text = h('span', {});
    const bar = h('progress', {'aria-label': t('task.label')});
    // why off: a screen reader would read out a number that changes twice a second
    const message = h('div', {class: 'message message-busy', 'aria-live': 'off'}, text, bar);
    // why caught: if the progress cannot be shown, the action itself has not failed
    const timer = setInterval(() => showProgress().catch(() => {}), INTERVAL);

    async function showProgress() {
        const task = (await get('/admin/queue/progress', {queue})).find(each => each.state === 'RUNNING');
        if (task && task.total > 0) {
            setText(text, t('task.text', word('did', task.action), count(task.done), count(task.total)));
            setAttribute(bar, 'max', task.total);
            setAttribute(bar, 'value', task.done);
            document.getElementById('messages').append(message);
        }
    }

    try {
        return await call();
    } finally {
        clearInterval(timer);
        message.remove();
    }
}
