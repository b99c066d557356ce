// The groups of a queue: how far each is, and its share compared with the others.

import {cancelGroup} from '../actions.js';
import {get} from '../api.js';
import {h} from '../dom.js';
import {count, rate} from '../format.js';
import {canBeCancelled, congestionBadge, progressBar, shareMeter, timeLeft, tokenMeter} from '../group-parts.js';
import {paging} from '../paging.js';
import {actionButton, badge, groupLink, problemNote} from '../parts.js';
import {poll} from '../poll.js';
import {address, go, pageNumber} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

const LIMIT = 20;
const STATUSES = ['RUNNING', 'CREATED', 'CANCELLING', 'AGGREGATING', 'COMPLETED', 'FAILED', 'CANCELLED'];
const LEVELS = ['HIGH', 'NORMAL', 'LOW'];

export function groupSection(queue, query) {
    const page = pageNumber(query);
    const status = STATUSES.includes(query.status) ? query.status : '';
    const level = LEVELS.includes(query.level) ? query.level : '';
    const list = table(t('groups.title'), columns(queue, cancel), group => group.groupId, t('groups.empty'));
    const pages = paging(LIMIT, wanted => go(address('queue', [queue], {status, level, page: wanted})));
    const problem = problemNote();
    const node = h('section', {class: 'card', 'aria-labelledby': 'groups-title'},
        h('div', {class: 'card-head'}, h('h2', {id: 'groups-title'}, t('groups.title')),
            h('label', {}, t('groups.show'), filterChoice(queue, status, level))),
        problem.node, list.node, pages.node, h('p', {class: 'quiet note'}, t('groups.note')));
    const poller = poll(async signal => {
        const found = await get('/admin/queue/groups', {queue, status, level, page, limit: LIMIT}, signal);
        problem.hide();
        list.show(found.items);
        pages.show(page, found.items.length, found.total);
    }, problem.show);

    async function cancel(group) {
        if (await cancelGroup(queue, group.groupId, jobsLeft(group))) {
            poller.now();
        }
    }

    return {node, stop: poller.stop};
}

/** Groups of one status, or those that wait for their turn on one level. */
function filterChoice(queue, status, level) {
    const option = (name, value, text) => h('option', {
        value: name + '=' + value, selected: value !== '' && value === (name === 'status' ? status : level)
    }, text);
    const choose = event => {
        const [name, value] = event.target.value.split('=');
        go(address('queue', [queue], {[name]: value}));
    };
    return h('select', {on: {change: choose}},
        option('status', '', t('groups.all')),
        h('optgroup', {label: t('groups.status')}, STATUSES.map(each => option('status', each, word('status', each)))),
        h('optgroup', {label: t('groups.turn')}, LEVELS.map(each => option('level', each, word('level', each)))));
}

function jobsLeft(group) {
    return group.pending + group.ready + group.nonReady + group.inFlight + group.scheduled;
}

function columns(queue, cancel) {
    return [
        {
            label: t('group'), value: group => group.groupId, sort: group => group.groupId,
            node: id => groupLink(queue, id), class: 'wide'
        },
        {label: t('group.level'), value: group => group.priorityLevel, node: level => badge('level', level)},
        {label: t('groups.status'), value: group => group.status, node: status => badge('status', status)},
        {
            label: t('group.progress'), class: 'wide', sort: group => group.percent, node: (_, group) => progressBar(group),
            value: group => [group.successCount, group.failedCount, group.cancelledCount, group.resolvedCount, group.expiredCount,
                group.inFlight, group.totalJobs].join()
        },
        {label: t('group.left'), value: group => count(jobsLeft(group)), sort: jobsLeft, class: 'number'},
        {
            label: t('group.failed'), value: group => group.failedCount ? count(group.failedCount) : '–',
            sort: group => group.failedCount, class: 'number'
        },
        {
            label: t('group.rate'), value: group => group.startedAt ? rate(group.jobsPerSecond) : '–',
            sort: group => group.jobsPerSecond, class: 'number'
        },
        {
            label: t('group.share'), value: group => group.share + ' ' + group.fairShare,
            node: (_, group) => shareMeter(group)
        },
        {
            label: t('group.tokens'), node: (_, group) => tokenMeter(group),
            value: group => group.rateLimit ? group.rateLimit.used + ' ' + group.rateLimit.limit : ''
        },
        {
            label: t('group.congestion'), value: group => group.congestion?.level ?? '',
            node: (_, group) => congestionBadge(group.congestion)
        },
        {label: t('group.eta'), value: timeLeft, sort: group => group.etaSeconds ?? Infinity, class: 'number'},
        {
            label: h('span', {class: 'visually-hidden'}, t('job.actions')), value: group => group.status,
            node: (_, group) => canBeCancelled(group) ? cancelButton(group, cancel) : '', class: 'actions'
        }
    ];
}

function cancelButton(group, cancel) {
    return actionButton(t('cancel.short'), 'danger small', () => cancel(group),
        {'aria-label': t('cancel.button') + ': ' + group.groupId});
}
