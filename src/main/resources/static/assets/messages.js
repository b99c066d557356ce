// What came of an action, said where eyes and screen readers find it.

import {h} from './dom.js';
import {t} from './words.js';

const SHOWN = 8_000;

export function say(text, kind = 'good') {
    const note = h('div', {class: 'message message-' + kind},
        h('span', {}, text),
        h('button', {
            type: 'button', class: 'plain', 'aria-label': t('action.close'), on: {click: () => note.remove()}
        }, '×'));
    document.getElementById('messages').append(note);
    if (kind === 'good') {
        setTimeout(() => note.remove(), SHOWN);
    }
}

/** Runs an action and says what came of it. @returns whether it worked */
export async function attempt(action) {
    try {
        say(await action());
        return true;
    } catch (problem) {
        say(problem.message, 'bad');
        return false;
    }
}
