// Dead letters: find, look at, retry, skip.

import {retryAll, retryJob, retryJobs, skipAll, skipAllAndResume, skipJob, skipJobs} from '../actions.js';
import {get} from '../api.js';
import {h, setText} from '../dom.js';
import {filterForm} from '../filter-form.js';
import {count, shortTime} from '../format.js';
import {paging} from '../paging.js';
import {groupLink, jobLink, queueHeading, setShown} from '../parts.js';
import {poll} from '../poll.js';
import {watchQueues} from '../queues.js';
import {address, go} from '../routes.js';
import {selection} from '../selection.js';
import {table} from '../table.js';
import {t} from '../words.js';

const LIMIT = 25;
const FILTERS = [['groupId', 'group'], ['processorType', 'job.processor'], ['errorCode', 'job.code']];

export function failedPage(main, {parts: [queue = 'default'], query}) {
    const page = Math.max(1, Number.parseInt(query.page, 10) || 1);
    const filter = Object.fromEntries(FILTERS.map(([name]) => [name, query[name] ?? '']));
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
    const to = changes => go(address('failed', [queue], {...filter, page, ...changes}));
    let total = 0;
    let status = {failed: 0, isPaused: false};

    const button = (text, kind, run) => h('button', {
        type: 'button', class: kind, on: {click: async () => done(await run())}
    }, t(text));
    const picked = selection(() => list.node,
        button('failed.retry.selected', null, () => retryJobs(queue, picked.ids())),
        button('failed.skip.selected', 'danger', () => skipJobs(queue, picked.ids())));
    const list = table(t('nav.failed'), columns(), job => job.jobId, t('failed.empty'));
    const pages = paging(LIMIT, wanted => to({page: wanted}));
    const summary = h('p', {role: 'status'}, t('loading'));
    const retryButton = button('failed.retry.all', null, () => retryAll(queue, total, given));
    const skipButton = button('failed.skip.all', 'danger', () => skipAll(queue, total, given));
    const resumeButton = button('failed.skip.resume', 'danger', () => skipAllAndResume(queue, status.failed));
    showButtons();
    main.append(
        queueHeading(t('nav.failed'), queue, other => address('failed', [other]),
            retryButton, skipButton, resumeButton),
        h('section', {class: 'card', 'aria-label': t('nav.failed')},
            filterForm(FILTERS, filter, wanted => to({...wanted, page: 1})),
            summary, picked.bar, list.node, pages.node));

    const unwatch = watchQueues(statuses => {
        status = statuses.find(each => each.queue === queue) ?? status;
        showButtons();
    });
    const poller = poll(async signal => {
        const found = await get('/admin/queue/failed', {queue, page, limit: LIMIT, ...filter}, signal);
        // why: a list that moves under a selection leads to the wrong job
        if (!picked.isEmpty()) {
            return;
        }
        if (found.items.length === 0 && page > 1) {
            to({page: 1});
            return;
        }
        total = found.total;
        setText(summary, t(found.exact ? 'failed.total' : 'failed.more', count(total)));
        showButtons();
        list.show(found.items);
        pages.show(page, found.items.length, total);
        picked.update();
    }, problem => setText(summary, problem.message));

    function done(worked) {
        if (worked) {
            picked.clear();
            poller.now();
        }
    }

    /** Only a paused queue can be resumed, and then all of its failures are meant, whatever the filter. */
    function showButtons() {
        retryButton.disabled = skipButton.disabled = total === 0;
        setShown(resumeButton, status.isPaused && status.failed > 0 && Object.keys(given).length === 0);
    }

    function columns() {
        return [
            {label: picked.allLabel, node: job => picked.box(job.jobId), sign: job => job.jobId, class: 'check'},
            {label: t('job'), node: job => jobLink(queue, job.jobId), sign: job => job.jobId, class: 'wide'},
            {label: t('group'), node: job => groupLink(queue, job.groupId), sign: job => job.groupId, class: 'mid'},
            {
                label: t('job.processor'), sign: job => job.processorType,
                node: job => narrower('processorType', job.processorType, job.processorType)
            },
            {
                label: t('job.code'), sign: job => job.errorCode,
                node: job => narrower('errorCode', job.errorCode, h('code', {}, job.errorCode))
            },
            {
                label: t('job.error'), class: 'wide', sign: job => job.failedReason,
                node: job => h('span', {class: 'clamp', title: job.failedReason}, job.failedReason)
            },
            {label: t('job.attempts'), text: job => count(job.attemptsMade), class: 'number'},
            {label: t('job.failedAt'), text: job => shortTime(job.failedAt), class: 'time'},
            {label: t('job.actions'), node: rowButtons, sign: job => job.jobId, class: 'actions'}
        ];
    }

    /** A value that shows only its like when it is followed. */
    function narrower(name, value, content) {
        return h('a', {
            class: 'narrower', title: t('failed.only', value),
            href: address('failed', [queue], {...filter, [name]: value})
        }, content);
    }

    function rowButtons(job) {
        const small = (action, run) => h('button', {
            type: 'button', class: 'small', 'aria-label': t(action) + ': ' + job.jobId,
            on: {click: async () => done(await run(queue, job.jobId))}
        }, t(action));
        return h('div', {class: 'buttons'}, small('action.retry', retryJob), small('action.skip', skipJob));
    }

    return () => {
        unwatch();
        poller.stop();
    };
}
