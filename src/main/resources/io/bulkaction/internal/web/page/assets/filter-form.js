// A form whose fields filter a list.

import {h} from './dom.js';
import {t} from './words.js';

/**
 * @param fields [[name, key of the label, type of the field unless it is text]]
 * @param apply called with {name: value} of all fields, '' for an empty one
 */
export function filterForm(fields, filter, apply) {
    const inputs = fields.map(([name, , type]) => h('input', {
        name, type, value: filter[name], maxlength: 128, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false'
    }));
    const noFilter = Object.fromEntries(fields.map(([name]) => [name, '']));
    const submit = event => {
        event.preventDefault();
        apply(Object.fromEntries(inputs.map(input => [input.name, input.value.trim()])));
    };
    return h('form', {class: 'filters', role: 'search', 'aria-label': t('action.filter'), on: {submit}},
        inputs.map((input, i) => h('label', {}, t(fields[i][1]), input)),
        h('div', {class: 'buttons'},
            h('button', {type: 'submit', class: 'primary'}, t('action.filter')),
            h('button', {type: 'button', on: {click: () => apply(noFilter)}}, t('action.clear'))));
}
