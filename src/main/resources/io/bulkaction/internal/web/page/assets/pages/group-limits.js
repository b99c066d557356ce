// The limits, the weight and the level of a group, which an administrator can change while it runs.

import {get, put, segment} from '../api.js';
import {h} from '../dom.js';
import {reportOutcome} from '../messages.js';
import {actionButton, problemNote} from '../parts.js';
import {t} from '../words.js';

const FIELDS = [
    ['maxRps', {min: 0, step: 'any'}], ['maxConcurrency', {min: 0, step: 1}], ['weight', {min: .01, max: 100, step: 'any'}]
];

const LEVELS = ['HIGH', 'NORMAL', 'LOW'];

/** Loaded once: a field that somebody edits must not change below the hands. */
export function limitSection(queue, id) {
    const path = '/admin/queue/groups/' + segment(id) + '/limits';
    const inputs = FIELDS.map(([name, rules]) => h('input', {type: 'number', name, inputmode: 'decimal', ...rules}));
    const level = h('select', {name: 'priorityLevel'},
        LEVELS.map(each => h('option', {value: each}, t('level.' + each))));
    const problem = problemNote();
    const form = h('form', {class: 'filters', on: {submit: event => event.preventDefault()}},
        FIELDS.map(([name], i) => h('label', {}, t('limit.' + name), inputs[i])),
        h('label', {}, t('group.level'), level),
        h('div', {class: 'buttons'}, actionButton(t('action.save'), 'primary', save)));
    const node = h('section', {class: 'card', 'aria-labelledby': 'limits-title'},
        h('h2', {id: 'limits-title'}, t('limit.title')), problem.node, form,
        h('p', {class: 'quiet note'}, t('limit.note')));

    function show(limits) {
        inputs.forEach(input => input.value = limits[input.name] ?? 0);
        level.value = limits.priorityLevel;
    }

    async function save() {
        if (!form.reportValidity()) {
            return;
        }
        await reportOutcome(async () => {
            const wanted = Object.fromEntries(inputs.map(input => [input.name, Number(input.value)]));
            const answer = await put(path, {queue}, {...wanted, priorityLevel: level.value});
            show(answer);
            return answer.message;
        });
    }

    get(path, {queue}).then(show, problem.show);
    return node;
}
