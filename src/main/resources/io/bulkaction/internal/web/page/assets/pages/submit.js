// Submits jobs: one, or many from a text or a file.

import {get, post, postLines, TASK_TIMEOUT} from '../api.js';
import {copy} from '../copy.js';
import {h, replaceIfChanged, setShown, setText} from '../dom.js';
import {compact, members} from '../exact-json.js';
import {count} from '../format.js';
import {readJobs} from '../jobs-text.js';
import {reportOutcome} from '../messages.js';
import {actionButton, card, groupLink} from '../parts.js';
import {queueNames, watchQueues} from '../queues.js';
import {queryString} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

const PATH = '/api/bulk-actions';
const SHOWN = 5;
const LEVELS = ['HIGH', 'NORMAL', 'LOW'];
const MAX_FILE = 64 * 1024 * 1024;

export function submitPage(main, {query}) {
    const queue = h('select', {name: 'queue', on: {change: showProcessors}});
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
    const copyCurl = actionButton(t('submit.curl'), null, () => copy(curl(parameters(), found)), {'data-needs': null});
    const done = h('div', {role: 'status'});
    const processors = h('datalist', {id: 'processors'});
    let found = readJobs('');

    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('nav.submit'))),
        h('form', {class: 'card submit', on: {submit: event => event.preventDefault()}},
            h('div', {class: 'fields'},
                h('label', {}, t('queue'), queue),
                h('label', {}, t('group'), groupId, h('small', {}, t('submit.group.hint'))),
                h('label', {}, t('job.processor'), processorType, h('small', {}, t('submit.processor.hint'))),
                h('label', {}, t('group.level'), level),
                h('label', {}, t('submit.labels'), labels, h('small', {}, t('submit.labels.hint')))),
            processors,
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
    const unwatch = watchQueues(() => {
        const before = queue.value;
        showQueues(queue, query.queue);
        if (queue.value !== before) {
            showProcessors();
        }
    });
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
        found = readJobs(text.value);
        show(found.problem);
        setText(send, t('submit.send', count(found.jobs.length)));
        send.disabled = copyCurl.disabled = found.jobs.length === 0;
        // a whole request says itself where it goes
        [queue, groupId, processorType, level, labels].forEach(each => each.disabled = found.request !== null);
        replaceIfChanged(preview, text.value, () => found.jobs.length > 0 ? previewOf(found) : []);
    }

    /** What the live instances of the queue can run. A hint only: whoever knows better may type another. */
    async function showProcessors() {
        const {items} = await get('/admin/queue/instances', {queue: queue.value}).catch(() => ({items: []}));
        const types = new Set(items.filter(each => each.alive).flatMap(each => each.processorTypes));
        processors.replaceChildren(...[...types].sort().map(value => h('option', {value})));
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
            const answer = found.request === null
                ? await postLines(PATH, parameters(), linesOf(found.jobs))
                : await post(PATH, {}, found.request, TASK_TIMEOUT);
            const groups = answer.groups?.map(each => each.groupId) ?? [answer.groupId];
            done.replaceChildren(h('p', {}, t('submit.done', count(answer.accepted), count(answer.duplicates)), ' ',
                groups.slice(0, SHOWN).flatMap(each => [groupLink(answer.queue ?? queue.value, each), ' '])));
            return t('submit.done', count(answer.accepted), count(answer.duplicates));
        });
    }

    return unwatch;
}

function showQueues(select, wanted) {
    replaceIfChanged(select, queueNames().join(), () => queueNames().map(name =>
        h('option', {value: name, selected: name === (wanted ?? 'default')}, name)));
}

function previewOf({format, jobs, detail}) {
    const shown = jobs.slice(0, SHOWN).map((line, i) => ({i, ...members(line)}));
    const text = part => part === undefined || part === 'null' ? null : JSON.parse(part);
    const isMore = shown.some(job => moreOf(job) !== '');
    const list = table(t('submit.preview'), [
        {label: t('job'), value: job => text(job.jobId) ?? t('submit.generated'), class: 'mid'},
        {label: t('group'), value: job => text(job.groupId) ?? '–', class: 'mid'},
        {label: t('job.payload'), value: job => job.payload, class: 'wide', node: part => h('code', {class: 'clamp'}, part)},
        ...isMore ? [{label: t('submit.more'), value: moreOf, class: 'mid'}] : []
    ], job => job.i, '');
    list.show(shown);
    return card(t('submit.preview'),
        h('p', {class: 'quiet'}, [t('submit.read.' + format, count(jobs.length)), detail,
            jobs.length > SHOWN && t('submit.first', SHOWN)].filter(Boolean).join(' ')), list.node);
}

/** When the job may run, and what it was told about itself. */
function moreOf({i, jobId, groupId, payload, ...more}) {
    return Object.entries(more).map(([name, value]) => name + ': ' + value).join(', ');
}

function linesOf(jobs) {
    return jobs.join('\n') + '\n';
}

/** As for a shell; the password is asked for by curl, never written down. */
function curl(query, {jobs, request}) {
    const quote = value => "'" + value.replaceAll("'", "'\\''") + "'";
    const [type, body, address] = request === null
        ? ['application/x-ndjson', linesOf(jobs), queryString(query)] : ['application/json', compact(request), ''];
    return `printf '%s' ${quote(body)} | curl -s -u "$BA_USER:$BA_PASSWORD" -X POST -T - \\\n`
        + `  -H 'Content-Type: ${type}' \\\n`
        + '  ' + quote(new URL(PATH.substring(1), location.href.split('#')[0]).href + address);
}
