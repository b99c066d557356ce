// One queue: its groups, and the workers of this instance.

import {get} from '../api.js';
import {h, setText} from '../dom.js';
import {count, rate, span} from '../format.js';
import {paging} from '../paging.js';
import {badge, groupLink, progressBar, queueHeading} from '../parts.js';
import {poll} from '../poll.js';
import {watchQueues} from '../queues.js';
import {address, go} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';
import {queueView} from './overview.js';
import {poolSection} from './pool.js';

const LIMIT = 20;
const STATUSES = ['RUNNING', 'DISPATCHED', 'CREATED', 'CANCELLING', 'AGGREGATING', 'COMPLETED', 'FAILED', 'CANCELLED'];

export function queuePage(main, {parts: [queue = 'default'], query}) {
    const view = queueView(queue);
    const groups = groupSection(queue, query);
    const pool = poolSection(queue);
    main.append(
        queueHeading(t('nav.queue'), queue, other => address('queue', [other]), view.state, view.buttons),
        h('section', {class: 'card', 'aria-label': queue}, view.pauseNote, view.figures, view.charts),
        groups.node, pool.node);
    const unwatch = watchQueues(statuses => {
        const status = statuses.find(each => each.queue === queue);
        if (status) {
            view.update(status);
        }
    });
    return () => {
        unwatch();
        groups.stop();
        pool.stop();
    };
}

function groupSection(queue, query) {
    const page = Math.max(1, Number.parseInt(query.page, 10) || 1);
    const status = STATUSES.includes(query.status) ? query.status : '';
    const to = changes => go(address('queue', [queue], {status, page, ...changes}));
    const list = table(t('groups.title'), columns(queue), group => group.groupId, t('groups.empty'));
    const pages = paging(LIMIT, wanted => to({page: wanted}));
    const problem = h('p', {class: 'empty', hidden: true});
    const choice = h('select', {on: {change: event => to({status: event.target.value, page: 1})}},
        ['', ...STATUSES].map(each => h('option', {value: each, selected: each === status},
            each ? word('status', each) : t('groups.all'))));
    const node = h('section', {class: 'card', 'aria-labelledby': 'groups-title'},
        h('div', {class: 'card-head'}, h('h2', {id: 'groups-title'}, t('groups.title')),
            h('label', {}, t('groups.status'), choice)),
        problem, list.node, pages.node);
    const poller = poll(async signal => {
        const found = await get('/admin/queue/groups', {queue, status, page, limit: LIMIT}, signal);
        list.show(found.items);
        pages.show(page, found.items.length, found.total);
    }, refused => {
        problem.hidden = false;
        setText(problem, refused.message);
    });
    return {node, stop: poller.stop};
}

function columns(queue) {
    const left = group => group.pending + group.ready + group.nonReady + group.inFlight;
    return [
        {label: t('group'), node: group => groupLink(queue, group.groupId), sign: group => group.groupId, class: 'wide'},
        {label: t('groups.status'), node: group => badge('status', group.status), sign: group => group.status},
        {label: t('group.level'), text: group => word('level', group.priorityLevel)},
        {
            label: t('group.progress'), node: progressBar, class: 'wide',
            sign: group => [group.successCount, group.failedCount, group.cancelledCount, group.resolvedCount,
                group.inFlight, group.totalJobs].join()
        },
        {label: t('group.left'), text: group => count(left(group)), class: 'number'},
        {label: t('group.failed'), text: group => count(group.failedCount), class: 'number'},
        {label: t('group.rate'), text: group => rate(group.jobsPerSecond), class: 'number'},
        {
            label: t('group.eta'), class: 'number',
            text: group => group.etaSeconds === null || group.finishedAt ? '–' : span(group.etaSeconds * 1_000)
        }
    ];
}
