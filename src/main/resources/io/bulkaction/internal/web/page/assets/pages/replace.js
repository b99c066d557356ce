// Retries a dead letter with another payload, as a new job. The server puts back what is masked.

import {replaceJob} from '../actions.js';
import {getText, segment} from '../api.js';
import {h, setShown, setText} from '../dom.js';
import {actionButton} from '../parts.js';
import {t} from '../words.js';

const MASK = '"***"';

/** @param job {groupId, jobId}; @param onDone called when the new job is submitted */
export function replaceSection(queue, job, onDone) {
    const id = h('input', {value: nextId(job.jobId), required: true, maxlength: 128, autocomplete: 'off', spellcheck: 'false'});
    const payload = h('textarea', {rows: 8, spellcheck: 'false', disabled: true, placeholder: t('loading')});
    const masked = h('p', {class: 'quiet', hidden: true}, t('replace.masked'));
    const problem = h('p', {class: 'problem', role: 'alert', hidden: true});
    const button = actionButton(t('replace.send'), 'primary', send, {'data-needs': 'SUBMIT', disabled: true});

    async function load() {
        if (!details.open || !payload.disabled) {
            return;
        }
        try {
            payload.value = await getText(`/admin/queue/failed/${segment(job.jobId)}/payload`, {queue, groupId: job.groupId});
            setShown(masked, payload.value.includes(MASK));
            payload.disabled = button.disabled = false;
            show(null);
        } catch (error) {
            show(error.message);
        }
    }

    async function send() {
        const isJson = parses(payload.value);
        show(isJson ? null : t('replace.bad'));
        if (isJson && id.reportValidity() && await replaceJob(queue, job, payload.value, id.value.trim())) {
            onDone();
        }
    }

    function show(message) {
        setText(problem, message ?? '');
        setShown(problem, message !== null);
    }

    const details = h('details', {class: 'card', on: {toggle: load}},
        h('summary', {}, t('replace.button')),
        h('form', {class: 'submit', on: {submit: event => event.preventDefault()}},
            h('p', {class: 'quiet'}, t('replace.text')), masked,
            h('label', {}, t('replace.id'), id), h('label', {}, t('replace.payload'), payload), problem,
            h('div', {class: 'buttons'}, button)));
    return details;
}

/** order-7 becomes order-7-2, and that order-7-3. */
function nextId(id) {
    const [, stem, number] = /^(.*?)(?:-(\d{1,3}))?$/.exec(id);
    return number && /-\d+$/.test(stem) ? `${stem}-${Number(number) + 1}` : id + '-2';
}

function parses(text) {
    try {
        JSON.parse(text);
        return true;
    } catch {
        return false;
    }
}
