// Messages about the outcome of an action, where both eyes and screen readers find them.

import {h} from './dom.js';
import {t} from './words.js';

const SHOWN_FOR = 8_000;

/** Runs an action and shows the text it returns, if any, or why it failed. @returns whether it succeeded */
export async function reportOutcome(action) {
    try {
        const text = await action();
        if (text) {
            const message = show(text, 'good');
            setTimeout(() => message.remove(), SHOWN_FOR);
        }
        return true;
    } catch (error) {
        show(error.message, 'bad');
        return false;
    }
}

function show(text, kind) {
    const message = h('div', {class: 'message message-' + kind},
        h('span', {}, text),
        h('button', {
            type: 'button', class: 'plain', 'aria-label': t('action.close'), on: {click: () => message.remove()}
        }, '×'));
    document.getElementById('messages').append(message);
    return message;
}
