// The dead letters of all queues: what failed in a night, wherever it was.

import {retryJob, skipJob} from '../actions.js';
import {get} from '../api.js';
import {h, setShown, setText} from '../dom.js';
import {filterForm} from '../filter-form.js';
import {count, shortTime} from '../format.js';
import {actionButton, code, groupLink, jobLink} from '../parts.js';
import {poll} from '../poll.js';
import {address, go} from '../routes.js';
import {table} from '../table.js';
import {t} from '../words.js';

const LIMIT = 25;
const FILTERS = [['text', 'audit.text'], ['processorType', 'job.processor'], ['errorCode', 'job.code'],
    ['from', 'time.from', 'datetime-local'], ['to', 'time.to', 'datetime-local']];

export function allDeadLettersPage(main, {query}) {
    const filter = Object.fromEntries(FILTERS.map(([name]) => [name, query[name] ?? '']));
    const before = query.before ?? '';
    let next = null;
    const summary = h('p', {role: 'status'}, t('loading'));
    const list = table(t('nav.failed'), columns(), job => job.queue + '/' + job.groupId + '#' + job.jobId,
        t('deadLetters.empty'));
    const button = (key, queryOf) => h('button', {
        type: 'button', hidden: true, on: {click: () => go(address('failed', [], {...filter, ...queryOf()}))}
    }, t(key));
    const newestButton = button('action.newest', () => ({}));
    const olderButton = button('action.older', () => ({before: next}));
    setShown(newestButton, before !== '');
    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('deadLetters.everywhere'))),
        h('section', {class: 'card', 'aria-label': t('deadLetters.everywhere')},
            filterForm(FILTERS, filter, wanted => go(address('failed', [], wanted))), summary, list.node,
            h('nav', {class: 'paging', 'aria-label': t('page.label')}, newestButton, olderButton)));
    const poller = poll(async signal => {
        const found = await get('/admin/failed', {
            ...filter, from: instant(filter.from), to: instant(filter.to), before, limit: LIMIT
        }, signal);
        next = found.next;
        setText(summary, found.complete ? '' : t('deadLetters.stopped', count(found.looked)));
        list.show(found.items);
        setShown(olderButton, next !== null);
    }, problem => setText(summary, problem.message));

    function columns() {
        return [
            {
                label: t('queue'), value: job => job.queue, sort: job => job.queue, class: 'narrow',
                node: queue => h('a', {href: address('failed', [queue])}, queue)
            },
            {label: t('job'), value: job => job.jobId, node: (id, job) => jobLink(job.queue, job.groupId, id), class: 'wide'},
            {
                label: t('group'), value: job => job.groupId, sort: job => job.groupId, class: 'mid',
                node: (id, job) => groupLink(job.queue, id)
            },
            {label: t('job.processor'), value: job => job.processorType, sort: job => job.processorType, class: 'narrow'},
            {label: t('job.code'), value: job => job.errorCode, sort: job => job.errorCode, class: 'mid', node: code},
            {
                label: t('job.error'), value: job => job.failedReason, class: 'wide',
                node: reason => h('span', {class: 'clamp', title: reason}, reason)
            },
            {label: t('job.failedAt'), value: job => shortTime(job.failedAt), sort: job => job.failedAt, class: 'time'},
            {label: t('job.actions'), value: job => job.jobId, node: rowButtons, class: 'actions'}
        ];
    }

    function rowButtons(name, job) {
        const small = (key, action) => actionButton(t(key), 'small', async () => {
            if (await action(job.queue, job)) {
                poller.now();
            }
        }, {'aria-label': t(key) + ': ' + job.jobId});
        return h('div', {class: 'buttons'}, small('action.retry', retryJob), small('action.skip', skipJob));
    }

    return poller.stop;
}

/** A field has the time on the clock of whoever fills it in. */
function instant(local) {
    const time = new Date(local);
    return local === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
