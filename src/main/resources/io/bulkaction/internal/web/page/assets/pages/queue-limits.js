// The limits of a whole queue at run time, beside what the settings say.

import {del, get, put} from '../api.js';
import {h, setShown, setText} from '../dom.js';
import {count} from '../format.js';
import {reportOutcome} from '../messages.js';
import {actionButton, problemNote} from '../parts.js';
import {t} from '../words.js';

const FIELDS = [['globalRps', 'any'], ['maxConcurrency', 1], ['workers', 1]];

/** Loaded once: a field that somebody edits must not change below the hands. */
export function limitSection(queue) {
    const inputs = FIELDS.map(([name, step]) => h('input', {type: 'number', name, min: 0, step, inputmode: 'decimal'}));
    const hints = FIELDS.map(() => h('small', {}));
    const problem = problemNote();
    const reset = actionButton(t('queueLimit.reset'), null, () => change(() => del('/admin/queue/limits', {queue})));
    const form = h('form', {class: 'filters', on: {submit: event => event.preventDefault()}},
        FIELDS.map(([name], i) => h('label', {}, t('queueLimit.' + name), inputs[i], hints[i])),
        h('div', {class: 'buttons'}, actionButton(t('action.save'), 'primary', save), reset));
    const node = h('section', {class: 'card', 'aria-labelledby': 'queue-limits-title'},
        h('h2', {id: 'queue-limits-title'}, t('queueLimit.title')), problem.node, form,
        h('p', {class: 'quiet note'}, t('queueLimit.note')));

    function show(limits) {
        FIELDS.forEach(([name], i) => {
            const {configured, set, current} = limits[name];
            inputs[i].value = set ?? '';
            inputs[i].placeholder = String(configured);
            setText(hints[i], t('queueLimit.hint', count(configured), count(current)));
        });
        setShown(reset, FIELDS.some(([name]) => limits[name].set !== null));
    }

    /** An empty field stays as it is. */
    function save() {
        const given = inputs.filter(input => input.value !== '').map(input => [input.name, Number(input.value)]);
        return form.reportValidity() ? change(() => put('/admin/queue/limits', {queue}, Object.fromEntries(given))) : null;
    }

    function change(call) {
        return reportOutcome(async () => {
            const answer = await call();
            show(answer);
            return answer.message;
        });
    }

    const abort = new AbortController();
    get('/admin/queue/limits', {queue}, abort.signal).then(show, problem.show);
    return {node, stop: () => abort.abort()};
}
