// The jobs of a group by status, a page at a time, and what has become of them as a file.

import {get, segment} from '../api.js';
import {h, setShown, setText} from '../dom.js';
import {count, shortSpan, shortTime} from '../format.js';
import {isFinished} from '../group-parts.js';
import {code, jobLink, problemNote} from '../parts.js';
import {poll} from '../poll.js';
import {address, queryString} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

const LIMIT = 25;
/** Each with the counts of the group that make it up. */
const STATUSES = [
    ['PROCESSING', 'inFlight'], ['WAITING', 'nonReady', 'scheduled'], ['READY', 'ready'], ['PENDING', 'pending'],
    ['FAILED', 'failedCount'], ['COMPLETED', 'successCount'], ['CANCELLED', 'cancelledCount'],
    ['MANUALLY_RESOLVED', 'resolvedCount'], ['EXPIRED', 'expiredCount']
];

/** @param chosen the status that the address asks for, if any */
export function jobSection(queue, id, chosen) {
    const path = '/api/bulk-actions/' + segment(id);
    let follows = !STATUSES.some(([name]) => name === chosen); // until somebody chooses, what is shown follows the group
    let status = follows ? null : chosen;
    let cursors = [null]; // of each page up to the one that is shown
    let next = null;
    let poller = null;

    const options = STATUSES.map(([name]) => h('option', {value: name}));
    const choice = h('select', {name: 'jobs', on: {change: () => choose(choice.value)}}, options);
    const list = table(t('group.jobs.title'), columns(), job => job.jobId, t('group.jobs.none'));
    const searching = h('p', {class: 'quiet note', hidden: true}, t('group.jobs.more'));
    const problem = problemNote();
    const button = (key, action) => h('button', {type: 'button', on: {click: action}}, t(key));
    const first = button('page.first', () => turnTo([null]));
    const previous = button('page.previous', () => turnTo(cursors.slice(0, -1)));
    const following = button('page.next', () => turnTo([...cursors, next]));
    const range = h('span', {class: 'range'});
    const pages = h('nav', {class: 'paging', 'aria-label': t('page.label'), hidden: true}, first, previous, range, following);
    const file = format => h('a', {
        class: 'button', download: '', href: (path + '/job-results').substring(1) + queryString({queue, format})
    }, t('group.download.' + format));
    const node = h('section', {class: 'card', 'aria-labelledby': 'jobs-title'},
        h('div', {class: 'card-head'}, h('h2', {id: 'jobs-title'}, t('group.jobs.title')),
            h('label', {}, t('groups.show'), choice),
            h('div', {class: 'buttons'}, file('csv'), file('ndjson'))),
        problem.node, list.node, searching, pages);

    /** Called with each new state of the group. */
    function show(group) {
        options.forEach((option, i) => {
            const [name] = STATUSES[i];
            setText(option, word('status', name) + ' (' + count(jobsOf(group, name)) + ')');
        });
        const usual = usualOf(group);
        if (follows && status !== usual) {
            status = usual;
            turnTo([null]);
        }
        choice.value = status;
        poller ??= poll(load, problem.show);
    }

    async function load(signal) {
        const shownStatus = status;
        const found = await get(path + '/jobs', {queue, status, cursor: cursors.at(-1), limit: LIMIT}, signal);
        if (shownStatus !== status) {
            return;
        }
        next = found.cursor;
        problem.hide();
        list.show(found.jobs);
        setShown(searching, found.jobs.length < LIMIT && next !== null);
        first.disabled = previous.disabled = cursors.length === 1;
        following.disabled = next === null;
        setText(range, t('group.jobs.page', cursors.length));
        setShown(pages, cursors.length > 1 || next !== null);
    }

    function choose(wanted) {
        follows = false;
        status = wanted;
        // why replaced: the page stays, and its address can be passed on
        history.replaceState(null, '', address('group', [queue, id], {jobs: status}));
        turnTo([null]);
    }

    function turnTo(wanted) {
        cursors = wanted;
        poller?.now();
    }

    function columns() {
        const moment = (key, field) => ({
            label: t(key), value: job => job[field] ? shortTime(job[field]) : '–', class: 'time'
        });
        return [
            {label: t('job'), value: job => job.jobId, node: jobId => jobLink(queue, id, jobId), class: 'wide'},
            {label: t('job.attempts'), value: job => count(job.attemptsMade), class: 'number', sort: job => job.attemptsMade},
            moment('job.created', 'createdAt'), moment('job.started', 'startedAt'), moment('job.finished', 'finishedAt'),
            {label: t('group.jobs.took'), value: job => took(job) === null ? '–' : shortSpan(took(job)), class: 'number',
                sort: job => took(job) ?? -1},
            moment('job.until', 'until'),
            {label: t('job.error'), value: job => job.errorCode ? job.errorCode + ' ' + (job.failedReason ?? '') : '–',
                node: (text, job) => job.errorCode ? [code(job.errorCode), ' ', job.failedReason ?? ''] : text, class: 'wide'}
        ];
    }

    return {node, show, stop: () => poller?.stop()};
}

function jobsOf(group, status) {
    const [, ...fields] = STATUSES.find(([name]) => name === status);
    return fields.reduce((sum, field) => sum + group[field], 0);
}

/** What a person looks for first: what runs, or else what there is most of; at the end what went wrong. */
function usualOf(group) {
    if (isFinished(group) && group.failedCount > 0) {
        return 'FAILED';
    }
    if (!isFinished(group) && group.inFlight > 0) {
        return 'PROCESSING';
    }
    const names = STATUSES.map(([name]) => name);
    return names.reduce((most, name) => jobsOf(group, name) > jobsOf(group, most) ? name : most);
}

function took({startedAt, finishedAt}) {
    return startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : null;
}
