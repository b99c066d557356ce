// Puts a text on the clipboard.

import {h} from './dom.js';
import {reportOutcome} from './messages.js';
import {actionButton} from './parts.js';
import {t} from './words.js';

export function copyButton(label, textOf) {
    return actionButton(label, 'small', () => copy(textOf()), {'data-needs': null});
}

export function copy(text) {
    return reportOutcome(async () => {
        // why both: without TLS a browser offers the first only on the same machine
        if (navigator.clipboard) {
            await navigator.clipboard.writeText(text);
        } else {
            copySelected(text);
        }
        return t('copied');
    });
}

function copySelected(text) {
    const area = h('textarea', {class: 'visually-hidden'});
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
}
