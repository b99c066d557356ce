// Dead letters: find, look at, retry, skip.

import {retryAll, retryJob, retryJobs, skipAll, skipAllAndResume, skipJob, skipJobs} from '../actions.js';
import {get} from '../api.js';
import {h, setShown, setText} from '../dom.js';
import {filterForm} from '../filter-form.js';
import {count, shortTime} from '../format.js';
import {paging} from '../paging.js';
import {actionButton, code, groupLink, jobLink, jobName, queueHeading} from '../parts.js';
import {poll} from '../poll.js';
import {watchQueues} from '../queues.js';
import {address, go, pageNumber} from '../routes.js';
import {selection} from '../selection.js';
import {table} from '../table.js';
import {t} from '../words.js';
import {errorSection} from './errors.js';

const LIMIT = 25;
const FILTERS = [['groupId', 'group'], ['processorType', 'job.processor'], ['errorCode', 'job.code']];

export function deadLetterPage(main, {parts: [queue = 'default'], query}) {
    const page = pageNumber(query);
    const filter = Object.fromEntries(FILTERS.map(([name]) => [name, query[name] ?? '']));
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
    const goTo = changes => go(address('failed', [queue], {...filter, page, ...changes}));
    let total = 0;
    let status = {failed: 0, isPaused: false};

    const button = (key, className, action) => actionButton(t(key), className, () => act(action));
    const selected = selection(() => list.node,
        button('deadLetters.retry.selected', null, () => retryJobs(queue, selected.values())),
        button('deadLetters.skip.selected', 'danger', () => skipJobs(queue, selected.values())));
    const list = table(t('nav.failed'), columns(), jobName, t('deadLetters.empty'));
    const pages = paging(LIMIT, wanted => goTo({page: wanted}));
    const summary = h('p', {role: 'status'}, t('loading'));
    const retryButton = button('deadLetters.retry.all', null, () => retryAll(queue, total, given));
    const skipButton = button('deadLetters.skip.all', 'danger', () => skipAll(queue, total, given));
    const resumeButton = button('deadLetters.skip.resume', 'danger', () => skipAllAndResume(queue, status.failed));
    // why not with a filter: then the list below is already about one cause
    const errors = Object.keys(given).length === 0 ? errorSection(queue, () => poller.now()) : null;
    updateButtons();
    main.append(
        queueHeading(t('nav.failed'), queue, other => address('failed', [other]),
            h('a', {class: 'button', href: address('failed')}, t('deadLetters.all')),
            retryButton, skipButton, resumeButton),
        ...errors ? [errors.node] : [],
        h('section', {class: 'card', 'aria-label': t('nav.failed')},
            filterForm(FILTERS, filter, wanted => goTo({...wanted, page: 1})),
            summary, selected.bar, list.node, pages.node));

    const unwatch = watchQueues(statuses => {
        status = statuses.find(each => each.queue === queue) ?? status;
        updateButtons();
    });
    const poller = poll(async signal => {
        const found = await get('/admin/queue/failed', {queue, page, limit: LIMIT, ...filter}, signal);
        // why: if rows moved while a person selects, the wrong job could be selected
        if (selected.isEmpty()) {
            show(found);
        }
    }, problem => setText(summary, problem.message));

    function show(found) {
        if (found.items.length === 0 && page > 1) {
            goTo({page: 1});
            return;
        }
        total = found.total;
        setText(summary, t(found.exact ? 'deadLetters.total' : 'deadLetters.atLeast', count(total)));
        updateButtons();
        list.show(found.items);
        pages.show(page, found.items.length, total);
        selected.update();
    }

    async function act(action) {
        if (await action()) {
            selected.clear();
            poller.now();
        }
    }

    /** Resuming needs a paused queue, and skips all its dead letters: it is not offered while a filter is set. */
    function updateButtons() {
        retryButton.disabled = skipButton.disabled = total === 0;
        setShown(resumeButton, status.isPaused && status.failed > 0 && Object.keys(given).length === 0);
    }

    function columns() {
        return [
            {label: selected.allLabel, value: jobName, node: selected.checkbox, class: 'check'},
            {label: t('job'), value: job => job.jobId, sort: job => job.jobId, node: (id, job) => jobLink(queue, job.groupId, id), class: 'wide'},
            {
                label: t('group'), value: job => job.groupId, sort: job => job.groupId, node: id => groupLink(queue, id),
                class: 'mid'
            },
            {
                label: t('job.processor'), value: job => job.processorType, sort: job => job.processorType, class: 'narrow',
                node: type => filterLink('processorType', type, type)
            },
            {
                label: t('job.code'), value: job => job.errorCode, sort: job => job.errorCode, class: 'mid',
                node: errorCode => filterLink('errorCode', errorCode, code(errorCode))
            },
            {
                label: t('job.error'), value: job => job.failedReason, class: 'wide',
                node: reason => h('span', {class: 'clamp', title: reason}, reason)
            },
            {label: t('job.attempts'), value: job => count(job.attemptsMade), sort: job => job.attemptsMade, class: 'number'},
            {label: t('job.failedAt'), value: job => shortTime(job.failedAt), sort: job => job.failedAt, class: 'time'},
            {label: t('job.actions'), value: jobName, node: rowButtons, class: 'actions'}
        ];
    }

    /** Shows only the dead letters with the same value. */
    function filterLink(name, value, content) {
        return h('a', {
            class: 'filter-link', title: t('deadLetters.only', value),
            href: address('failed', [queue], {...filter, [name]: value})
        }, content);
    }

    function rowButtons(name, job) {
        const small = (key, action) => actionButton(t(key), 'small', () => act(() => action(queue, job)),
            {'aria-label': t(key) + ': ' + job.jobId});
        return h('div', {class: 'buttons'}, small('action.retry', retryJob), small('action.skip', skipJob));
    }

    return () => {
        unwatch();
        poller.stop();
        errors?.stop();
    };
}
