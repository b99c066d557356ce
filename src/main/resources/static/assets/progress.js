// How far an action on very many jobs is, while its answer is awaited.

import {get} from './api.js';
import {h, setAttribute, setText} from './dom.js';
import {count} from './format.js';
import {t, word} from './words.js';

const PACE = 700;

/** Runs a call that may take long and shows how far the newest action of the queue is until it answers. */
export async function withProgress(queue, call) {
    const text = h('span', {});
    const bar = h('progress', {'aria-label': t('progress.label')});
    // why off: a number that changes twice a second is read out to nobody's good
    const note = h('div', {class: 'message message-busy', 'aria-live': 'off'}, text, bar);
    const timer = setInterval(() => look().catch(() => {}), PACE);

    // why caught: the note is a comfort, and its failure must not look like that of the action
    async function look() {
        const running = (await get('/admin/queue/progress', {queue})).find(each => each.state === 'RUNNING');
        if (running && running.total > 0) {
            setText(text, t('progress.text', word('did', running.action), count(running.done), count(running.total)));
            setAttribute(bar, 'max', running.total);
            setAttribute(bar, 'value', running.done);
            document.getElementById('messages').append(note);
        }
    }

    try {
        return await call();
    } finally {
        clearInterval(timer);
        note.remove();
    }
}
