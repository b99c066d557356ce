// Submits jobs: one, or many from a text or a file.

import {postLines} from '../api.js';
import {copy} from '../copy.js';
import {h, replaceIfChanged, setShown, setText} from '../dom.js';
import {count} from '../format.js';
import {readJobs} from '../jobs-text.js';
import {reportOutcome} from '../messages.js';
import {actionButton, card, groupLink} from '../parts.js';
import {queueNames, watchQueues} from '../queues.js';
import {queryString} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

const SHOWN = 5;
const LEVELS = ['HIGH', 'NORMAL', 'LOW'];
const MAX_FILE = 64 * 1024 * 1024;

export function submitPage(main, {query}) {
    const queue = h('select', {name: 'queue'});
    const field = (name, more = {}) => h('input', {
        name, maxlength: 128, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
        value: query[name] ?? '', ...more
    });
    const groupId = field('groupId');
    const processorType = field('processorType', {required: true, list: 'processors'});
    const level = h('select', {name: 'priorityLevel'}, h('option', {value: ''}, t('submit.level.same')),
        LEVELS.map(each => h('option', {value: each}, word('level', each))));
    const labels = field('labels', {maxlength: 650});
    const text = h('textarea', {
        name: 'jobs', rows: 10, spellcheck: 'false', placeholder: t('submit.placeholder'), on: {input: update}
    });
    const file = h('input', {type: 'file', accept: '.json,.ndjson,.jsonl,.csv,.txt', on: {change: () => load(file.files[0])}});
    const problem = h('p', {class: 'problem', role: 'alert', hidden: true});
    const preview = h('div');
    const send = actionButton(t('submit.send', '0'), 'primary', submit, {'data-needs': 'SUBMIT'});
    const copyCurl = actionButton(t('submit.curl'), null, () => copy(curl(parameters(), jobs)), {'data-needs': null});
    const done = h('div', {role: 'status'});
    let jobs = [];

    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('nav.submit'))),
        h('form', {class: 'card submit', on: {submit: event => event.preventDefault()}},
            h('div', {class: 'fields'},
                h('label', {}, t('queue'), queue),
                h('label', {}, t('group'), groupId, h('small', {}, t('submit.group.hint'))),
                h('label', {}, t('job.processor'), processorType, h('small', {}, t('submit.processor.hint'))),
                h('label', {}, t('group.level'), level),
                h('label', {}, t('submit.labels'), labels, h('small', {}, t('submit.labels.hint')))),
            h('datalist', {id: 'processors'}, ['SIMULATE', 'SEND_EMAIL', 'PUSH_NOTIFICATION', 'HTTP_REQUEST', 'NAS_SYNC']
                .map(value => h('option', {value}))),
            h('label', {class: 'drop'}, t('submit.jobs'), text, h('small', {}, t('submit.formats'))),
            h('label', {}, t('submit.file'), file), problem, preview,
            h('div', {class: 'buttons'}, send, copyCurl), done));
    text.addEventListener('dragover', event => event.preventDefault());
    text.addEventListener('drop', event => {
        if (event.dataTransfer.files.length > 0) {
            event.preventDefault();
            load(event.dataTransfer.files[0]);
        }
    });
    const unwatch = watchQueues(() => showQueues(queue, query.queue));
    update();

    async function load(chosen) {
        if (chosen && chosen.size <= MAX_FILE) {
            text.value = await chosen.text();
            update();
        } else if (chosen) {
            show(t('submit.large'));
        }
    }

    function show(message) {
        setText(problem, message ?? '');
        setShown(problem, Boolean(message));
    }

    function update() {
        const found = readJobs(text.value);
        jobs = found.jobs;
        show(found.problem);
        setText(send, t('submit.send', count(jobs.length)));
        send.disabled = copyCurl.disabled = jobs.length === 0;
        replaceIfChanged(preview, text.value, () => jobs.length > 0 ? previewOf(found) : []);
    }

    function parameters() {
        return {
            queue: queue.value, groupId: groupId.value.trim(), processorType: processorType.value.trim(),
            priorityLevel: level.value, labels: labels.value.trim()
        };
    }

    async function submit() {
        if (!processorType.reportValidity()) {
            return;
        }
        await reportOutcome(async () => {
            const answer = await postLines('/api/bulk-actions', parameters(), linesOf(jobs));
            const groups = answer.groups?.map(each => each.groupId) ?? [answer.groupId];
            done.replaceChildren(h('p', {}, t('submit.done', count(answer.accepted), count(answer.duplicates)), ' ',
                groups.slice(0, SHOWN).flatMap(each => [groupLink(queue.value, each), ' '])));
            return t('submit.done', count(answer.accepted), count(answer.duplicates));
        });
    }

    return unwatch;
}

function showQueues(select, wanted) {
    replaceIfChanged(select, queueNames().join(), () => queueNames().map(name =>
        h('option', {value: name, selected: name === (wanted ?? 'default')}, name)));
}

function previewOf({format, jobs}) {
    const list = table(t('submit.preview'), [
        {label: t('job'), value: job => job.jobId ?? t('submit.generated'), class: 'mid'},
        {label: t('group'), value: job => job.groupId ?? '–', class: 'mid'},
        {
            label: t('job.payload'), value: job => JSON.stringify(job.payload), class: 'wide',
            node: payload => h('code', {class: 'clamp'}, payload)
        }
    ], job => jobs.indexOf(job), '');
    list.show(jobs.slice(0, SHOWN));
    return card(t('submit.preview'),
        h('p', {class: 'quiet'}, t('submit.read.' + format, count(jobs.length)),
            jobs.length > SHOWN && ' ' + t('submit.first', SHOWN)), list.node);
}

function linesOf(jobs) {
    return jobs.map(job => JSON.stringify(job)).join('\n') + '\n';
}

/** As for a shell; the password is asked for by curl, never written down. */
function curl(query, jobs) {
    const quote = value => "'" + value.replaceAll("'", "'\\''") + "'";
    return `printf '%s' ${quote(linesOf(jobs))} | curl -s -u "$BA_USER:$BA_PASSWORD" -X POST -T - \\\n`
        + "  -H 'Content-Type: application/x-ndjson' \\\n"
        + '  ' + quote(new URL('api/bulk-actions', location.href.split('#')[0]).href + queryString(query));
}
