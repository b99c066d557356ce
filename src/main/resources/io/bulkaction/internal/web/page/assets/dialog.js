// Asks a person before something is changed. The native dialog keeps the focus inside and closes with Escape.

import {h} from './dom.js';
import {t} from './words.js';

/**
 * @param field {label, type, required, value, min, max} of the one thing to enter; null when there is none
 * @returns what was entered ('' without a field), or null when the person went back
 */
export function ask({title, text, confirm, danger = false, field = null}) {
    return new Promise(resolve => {
        const input = field && inputFor(field);
        const dialog = h('dialog', {'aria-labelledby': 'dialog-title', 'aria-describedby': 'dialog-text'},
            h('form', {method: 'dialog'},
                h('h2', {id: 'dialog-title'}, title),
                h('p', {id: 'dialog-text'}, text),
                input && h('label', {}, field.label, input),
                h('div', {class: 'buttons'},
                    h('button', {type: 'button', on: {click: () => dialog.close()}}, t('action.back')),
                    h('button', {type: 'submit', value: 'yes', class: danger ? 'danger' : 'primary'}, confirm))));
        dialog.addEventListener('close', () => {
            dialog.remove();
            if (document.activeElement === document.body) {
                // why: the button that opened it is gone, for example with its row
                document.querySelector('main h1')?.focus();
            }
            resolve(dialog.returnValue === 'yes' ? (input ? input.value.trim() : '') : null);
        });
        document.body.append(dialog);
        dialog.showModal();
    });
}

function inputFor({type = 'text', required = false, value = '', min, max}) {
    if (type === 'number') {
        return h('input', {type, required, value, min, max, step: 1, inputmode: 'numeric', autofocus: true});
    }
    // why the pattern: a required text of spaces only is refused
    return h('input', {
        type, required, value, maxlength: 500, autofocus: true, autocomplete: 'off',
        pattern: required ? '.*\\S.*' : null
    });
}
