// Retries a dead letter with another payload, as a new job.

import {replaceJob} from '../actions.js';
import {h, setShown} from '../dom.js';
import {actionButton} from '../parts.js';
import {t} from '../words.js';

/** @param job {groupId, jobId, processorType, payload}; @param onDone called when the new job is submitted */
export function replaceSection(queue, job, onDone) {
    const id = h('input', {value: nextId(job.jobId), required: true, maxlength: 128, autocomplete: 'off', spellcheck: 'false'});
    const payload = h('textarea', {rows: 8, spellcheck: 'false'});
    payload.value = JSON.stringify(job.payload, null, 2);
    const problem = h('p', {class: 'problem', role: 'alert', hidden: true}, t('replace.bad'));

    async function send() {
        const value = parsed(payload.value);
        setShown(problem, value === undefined);
        if (value !== undefined && id.reportValidity() && await replaceJob(queue, job, value, id.value.trim())) {
            onDone();
        }
    }

    return h('details', {class: 'card'},
        h('summary', {}, t('replace.button')),
        h('form', {class: 'submit', on: {submit: event => event.preventDefault()}},
            h('p', {class: 'quiet'}, t('replace.text')),
            h('label', {}, t('replace.id'), id), h('label', {}, t('replace.payload'), payload), problem,
            h('div', {class: 'buttons'}, actionButton(t('replace.send'), 'primary', send, {'data-needs': 'SUBMIT'}))));
}

/** order-7 becomes order-7-2, and that order-7-3. */
function nextId(id) {
    const [, stem, number] = /^(.*?)(?:-(\d{1,3}))?$/.exec(id);
    return number && /-\d+$/.test(stem) ? `${stem}-${Number(number) + 1}` : id + '-2';
}

function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}
