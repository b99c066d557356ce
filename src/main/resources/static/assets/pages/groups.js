// The groups of a queue: how far each is, and what it gets beside the others.

import {cancelGroup} from '../actions.js';
import {get} from '../api.js';
import {h, setText} from '../dom.js';
import {count, rate} from '../format.js';
import {badge, congestionBadge, eta, groupLink, progressBar, shareMeter, tokenMeter} from '../group-parts.js';
import {paging} from '../paging.js';
import {setShown} from '../parts.js';
import {poll} from '../poll.js';
import {address, go} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

const LIMIT = 20;
const STATUSES = ['RUNNING', 'DISPATCHED', 'CREATED', 'CANCELLING', 'AGGREGATING', 'COMPLETED', 'FAILED', 'CANCELLED'];
const LEVELS = ['HIGH', 'NORMAL', 'LOW'];
const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED', 'CANCELLING', 'AGGREGATING'];

export function groupSection(queue, query) {
    const page = Math.max(1, Number.parseInt(query.page, 10) || 1);
    const status = STATUSES.includes(query.status) ? query.status : '';
    const level = LEVELS.includes(query.level) ? query.level : '';
    const list = table(t('groups.title'), columns(queue, () => poller.now()), group => group.groupId,
        t('groups.empty'));
    const pages = paging(LIMIT, wanted => go(address('queue', [queue], {status, level, page: wanted})));
    const problem = h('p', {class: 'empty', hidden: true});
    const node = h('section', {class: 'card', 'aria-labelledby': 'groups-title'},
        h('div', {class: 'card-head'}, h('h2', {id: 'groups-title'}, t('groups.title')),
            h('label', {}, t('groups.show'), choice(queue, status, level))),
        problem, list.node, pages.node, h('p', {class: 'quiet note'}, t('groups.note')));
    const poller = poll(async signal => {
        const found = await get('/admin/queue/groups', {queue, status, level, page, limit: LIMIT}, signal);
        setShown(problem, false);
        list.show(found.items);
        pages.show(page, found.items.length, found.total);
    }, refused => {
        setShown(problem, true);
        setText(problem, refused.message);
    });
    return {node, stop: poller.stop};
}

/** By status, or the line of those that wait for their turn on one level. */
function choice(queue, status, level) {
    const option = (name, value, text) => h('option', {
        value: name + '=' + value, selected: value !== '' && value === (name === 'status' ? status : level)
    }, text);
    return h('select', {
        on: {
            change: event => {
                const [name, value] = event.target.value.split('=');
                go(address('queue', [queue], {[name]: value}));
            }
        }
    }, option('status', '', t('groups.all')),
    h('optgroup', {label: t('groups.status')}, STATUSES.map(each => option('status', each, word('status', each)))),
    h('optgroup', {label: t('groups.turn')}, LEVELS.map(each => option('level', each, word('level', each)))));
}

function columns(queue, refresh) {
    const left = group => group.pending + group.ready + group.nonReady + group.inFlight;
    return [
        {
            label: t('group'), class: 'wide', sign: group => group.groupId,
            node: group => groupLink(queue, group.groupId)
        },
        {
            label: t('group.level'), sign: group => group.priorityLevel,
            node: group => badge('level', group.priorityLevel)
        },
        {label: t('groups.status'), node: group => badge('status', group.status), sign: group => group.status},
        {
            label: t('group.progress'), node: progressBar, class: 'wide',
            sign: group => [group.successCount, group.failedCount, group.cancelledCount, group.resolvedCount,
                group.inFlight, group.totalJobs].join()
        },
        {label: t('group.left'), text: group => count(left(group)), class: 'number'},
        {label: t('group.failed'), text: group => group.failedCount ? count(group.failedCount) : '–', class: 'number'},
        {label: t('group.rate'), text: group => group.startedAt ? rate(group.jobsPerSecond) : '–', class: 'number'},
        {label: t('group.share'), node: shareMeter, sign: group => group.share + ' ' + group.fairShare},
        {
            label: t('group.tokens'), node: tokenMeter,
            sign: group => group.rateLimit ? group.rateLimit.used + ' ' + group.rateLimit.limit : ''
        },
        {
            label: t('group.congestion'), node: group => congestionBadge(group.congestion),
            sign: group => group.congestion ? group.congestion.level : ''
        },
        {label: t('group.eta'), text: eta, class: 'number'},
        {
            label: h('span', {class: 'unseen'}, t('job.actions')), class: 'actions', sign: group => group.status,
            node: group => ENDED.includes(group.status) ? '' : h('button', {
                type: 'button', class: 'danger small', 'aria-label': t('cancel.button') + ': ' + group.groupId,
                on: {click: async () => await cancelGroup(queue, group.groupId, left(group)) && refresh()}
            }, t('cancel.short'))
        }
    ];
}
