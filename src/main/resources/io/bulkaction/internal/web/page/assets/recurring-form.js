// The form in which a recurring bulk action is made or changed.

import {h} from './dom.js';
import {pretty} from './exact-json.js';
import {reportOutcome} from './messages.js';
import {actionButton} from './parts.js';
import {t} from './words.js';

/**
 * @param known what it is now, its jobs as text; null for a new one
 * @param save called with queue, name and the wanted definition as text
 */
export function recurringForm(queues, known, save) {
    const input = (name, value, rules = {}) => h('input', {name, value: value ?? '', autocomplete: 'off', ...rules});
    const choice = (name, values, value, label) => h('select', {name},
        values.map(each => h('option', {value: each, selected: each === value}, label(each))));
    const fields = {
        name: input('name', known?.name, {required: true, pattern: '[A-Za-z0-9_\\-][A-Za-z0-9._\\-]{0,63}', readonly: known !== null}),
        queue: choice('queue', queues, known?.queue, each => each),
        cron: input('cron', known?.cron ?? '0 9 * * *', {required: true}),
        zone: input('zone', known?.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, {required: true}),
        processorType: input('processorType', known?.processorType, {required: true}),
        source: input('source', known?.source),
        url: input('url', known?.url, {type: 'url'}),
        group: input('group', known?.group ?? '{name}/{time}', {required: true}),
        missed: choice('missed', ['SKIP', 'ONCE'], known?.missed, each => t('missed.' + each)),
        overlap: choice('overlap', ['SKIP', 'QUEUE', 'ALLOW'], known?.overlap, each => t('overlap.' + each))
    };
    const jobs = h('textarea', {rows: 6, class: 'code', spellcheck: 'false', placeholder: '[{"payload": {"n": 1}}]'},
        !known || known.jobs === '[]' || known.jobs === 'null' ? '' : pretty(known.jobs));
    const label = (name, field) => h('label', {}, t('recurring.field.' + name), field);
    const form = h('form', {class: 'form', on: {submit: event => event.preventDefault()}},
        h('div', {class: 'filters'}, Object.entries(fields).map(([name, field]) => label(name, field))),
        h('label', {}, t('recurring.field.jobs'), jobs),
        h('p', {class: 'quiet note'}, t('recurring.note')),
        h('div', {class: 'buttons'}, actionButton(t('action.save'), 'primary', submit, {'data-needs': 'PLAN'})));

    async function submit() {
        if (!form.reportValidity()) {
            return;
        }
        const list = jobs.value.trim() || 'null';
        if (!await reportOutcome(async () => requireJson(list))) {
            return;
        }
        const value = name => fields[name].value.trim() || null;
        const wanted = JSON.stringify({
            cron: value('cron'), zone: value('zone'), processorType: value('processorType'), source: value('source'),
            url: value('url'), group: value('group'), missed: value('missed'), overlap: value('overlap'),
            priorityLevel: known?.priorityLevel ?? null
        });
        // why put together as text: the numbers of the jobs keep their digits
        await save(fields.queue.value, fields.name.value.trim(), wanted.slice(0, -1) + ', "jobs": ' + list + '}');
    }

    return {node: form};
}

function requireJson(text) {
    try {
        JSON.parse(text);
    } catch {
        throw new Error(t('recurring.bad.jobs'));
    }
}
