// Dead letters: find, look at, retry, skip.

import {retryAll, retryJob, retryJobs, skipAllAndResume, skipJob, skipJobs} from '../actions.js';
import {get} from '../api.js';
import {h, setText} from '../dom.js';
import {count, shortTime} from '../format.js';
import {paging} from '../paging.js';
import {groupLink, jobLink, queueHeading, setShown} from '../parts.js';
import {poll} from '../poll.js';
import {watchQueues} from '../queues.js';
import {address, go} from '../routes.js';
import {table} from '../table.js';
import {t} from '../words.js';

const LIMIT = 25;
const FILTERS = [['groupId', 'group'], ['processorType', 'job.processor'], ['errorCode', 'job.code']];

export function failedPage(main, {parts: [queue = 'default'], query}) {
    const {groupId = '', processorType = '', errorCode = ''} = query;
    const page = Math.max(1, Number.parseInt(query.page, 10) || 1);
    const filter = {groupId, processorType, errorCode};
    const to = changes => go(address('failed', [queue], {...filter, page, ...changes}));
    const selected = new Set();
    let total = 0;
    let failedInQueue = 0;
    let shown = [];

    const bar = selectionBar(selected, done);
    const list = table(t('nav.failed'), columns(), job => job.jobId, t('failed.empty'));
    const pages = paging(LIMIT, wanted => to({page: wanted}));
    const summary = h('p', {role: 'status'}, t('loading'));
    const allButtons = [
        h('button', {
            type: 'button', disabled: processorType !== '',
            title: processorType ? t('failed.retry.all.processor') : null,
            on: {click: async () => done(await retryAll(queue, total, retryFilter()))}
        }, t('failed.retry.all')),
        h('button', {
            type: 'button', class: 'danger',
            on: {click: async () => done(await skipAllAndResume(queue, failedInQueue))}
        }, t('failed.skip.all'))
    ];
    main.append(
        queueHeading(t('nav.failed'), queue, other => address('failed', [other]), allButtons),
        h('section', {class: 'card', 'aria-label': t('nav.failed')},
            filterForm(filter, wanted => to({...wanted, page: 1})), summary, bar.node, list.node, pages.node));

    const unwatch = watchQueues(statuses => {
        failedInQueue = statuses.find(each => each.queue === queue)?.failed ?? 0;
    });
    const poller = poll(async signal => {
        // why: a list that moves under a selection leads to the wrong job
        if (selected.size > 0) {
            return;
        }
        const found = await get('/admin/queue/failed', {queue, page, limit: LIMIT, ...filter}, signal);
        if (found.items.length === 0 && page > 1) {
            to({page: 1});
            return;
        }
        total = found.total;
        shown = found.items;
        setText(summary, t(found.exact ? 'failed.total' : 'failed.more', count(total)));
        allButtons[0].disabled = processorType !== '' || total === 0;
        list.show(shown);
        pages.show(page, shown.length, total);
        bar.update(shown.length);
    }, problem => setText(summary, problem.message));

    function done(worked) {
        if (worked) {
            selected.clear();
            bar.update(shown.length);
            main.querySelectorAll('td input[type=checkbox]').forEach(box => {
                box.checked = false;
            });
            poller.now();
        }
    }

    function retryFilter() {
        return {groupId: groupId || null, errorCode: errorCode || null};
    }

    function columns() {
        return [
            {label: bar.allLabel, node: checkbox, sign: job => job.jobId, class: 'check'},
            {label: t('job'), node: job => jobLink(queue, job.jobId), sign: job => job.jobId, class: 'wide'},
            {label: t('group'), node: job => groupLink(queue, job.groupId), sign: job => job.groupId},
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
            class: 'narrower', title: t('failed.only', value), href: address('failed', [queue], {...filter, [name]: value})
        }, content);
    }

    function checkbox(job) {
        return h('input', {
            type: 'checkbox', 'aria-label': t('failed.select', job.jobId), on: {
                change: event => {
                    selected[event.target.checked ? 'add' : 'delete'](job.jobId);
                    bar.update(shown.length);
                }
            }
        });
    }

    function rowButtons(job) {
        const button = (action, run) => h('button', {
            type: 'button', class: 'small', 'aria-label': t(action) + ': ' + job.jobId,
            on: {click: async () => done(await run(queue, job.jobId))}
        }, t(action));
        return h('div', {class: 'buttons'}, button('action.retry', retryJob), button('action.skip', skipJob));
    }

    function selectionBar(chosen, finished) {
        const text = h('span', {});
        const all = h('input', {
            type: 'checkbox', 'aria-label': t('failed.select.all'), title: t('failed.select.all'), on: {
                change: event => {
                    // why once: with the first box that changes, this one says that some are selected
                    const wanted = event.target.checked;
                    main.querySelectorAll('td input[type=checkbox]').forEach(box => {
                        if (box.checked !== wanted) {
                            box.click();
                        }
                    });
                }
            }
        });
        const node = h('div', {class: 'selection', hidden: true, role: 'group', 'aria-label': t('job.actions')}, text,
            h('button', {
                type: 'button', on: {click: async () => finished(await retryJobs(queue, [...chosen]))}
            }, t('failed.retry.selected')),
            h('button', {
                type: 'button', class: 'danger', on: {click: async () => finished(await skipJobs(queue, [...chosen]))}
            }, t('failed.skip.selected')),
            h('span', {class: 'quiet'}, t('failed.held')));

        function update(rows) {
            setShown(node, chosen.size > 0);
            setText(text, t('failed.selected', count(chosen.size)));
            all.checked = rows > 0 && chosen.size === rows;
            all.indeterminate = chosen.size > 0 && chosen.size < rows;
        }

        const allLabel = h('label', {}, all, h('span', {class: 'on-phone'}, t('failed.select.all')));
        return {node, allLabel, update};
    }

    return () => {
        unwatch();
        poller.stop();
    };
}

function filterForm(filter, apply) {
    const inputs = FILTERS.map(([name]) => h('input', {
        name, value: filter[name], maxlength: 128, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false'
    }));
    const none = Object.fromEntries(FILTERS.map(([name]) => [name, '']));
    return h('form', {
        class: 'filters', role: 'search', on: {
            submit: event => {
                event.preventDefault();
                apply(Object.fromEntries(inputs.map(input => [input.name, input.value.trim()])));
            }
        }
    }, inputs.map((input, i) => h('label', {}, t(FILTERS[i][1]), input)), h('div', {class: 'buttons'},
        h('button', {type: 'submit', class: 'primary'}, t('action.filter')),
        h('button', {type: 'button', on: {click: () => apply(none)}}, t('action.clear'))));
}
