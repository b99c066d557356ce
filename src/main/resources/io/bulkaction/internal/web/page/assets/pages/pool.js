// The workers, the fetcher and the dispatcher of the instance that answers.

import {scale} from '../actions.js';
import {get} from '../api.js';
import {h, replaceIfChanged, setShown, setText} from '../dom.js';
import {count, shortSpan} from '../format.js';
import {actionButton, badge, facts, groupLink, jobLink} from '../parts.js';
import {poll} from '../poll.js';
import {table} from '../table.js';
import {t} from '../words.js';

const SHOWN_AT_FIRST = 10;
const MAX_SHOWN = 200;

export function poolSection(queue) {
    let pool = null;
    let limit = SHOWN_AT_FIRST;
    const scaleButton = actionButton(t('action.scale'), null, changeWorkers, {hidden: true});
    const summary = h('p', {}, t('loading'));
    const loops = h('div', {class: 'loops'});
    const list = table(t('pool.title'), columns(queue), worker => worker.id, '');
    list.node.hidden = true;
    const showAllButton = h('button', {type: 'button', hidden: true, on: {click: showAll}});
    const more = h('p', {class: 'quiet', hidden: true});
    const node = h('section', {class: 'card', 'aria-labelledby': 'pool-title'},
        h('div', {class: 'card-head'}, h('h2', {id: 'pool-title'}, t('pool.title')), scaleButton),
        loops, summary, list.node, h('div', {class: 'paging'}, showAllButton), more);

    function show() {
        const {workers, fetcherRunning, fetcherStats, dispatcherRunning, dispatcherStats} = pool;
        setShown(scaleButton, true);
        setText(summary, summaryText(pool));
        replaceIfChanged(loops, JSON.stringify([fetcherRunning, fetcherStats, dispatcherRunning, dispatcherStats]),
            () => [
                loop('fetcher', fetcherRunning, fetcherStats), loop('dispatcher', dispatcherRunning, dispatcherStats)
            ]);
        list.show(workers.slice(0, limit));
        setShown(list.node, workers.length > 0);
        setShown(showAllButton, limit === SHOWN_AT_FIRST && workers.length > SHOWN_AT_FIRST);
        setText(showAllButton, t('pool.all', count(Math.min(workers.length, MAX_SHOWN))));
        setShown(more, limit === MAX_SHOWN && workers.length > MAX_SHOWN);
        setText(more, t('pool.more', count(workers.length - MAX_SHOWN)));
    }

    function showAll() {
        limit = MAX_SHOWN;
        show();
    }

    async function changeWorkers() {
        if (await scale(queue, pool.workerCount)) {
            poller.now();
        }
    }

    const poller = poll(async signal => {
        pool = await get('/admin/queue/pool', {queue}, signal);
        show();
    }, problem => setText(summary, problem.code === 'NO_ENGINE' ? t('pool.none') : problem.message));
    return {node, stop: poller.stop};
}

/** Names the job that has been running longest, so that one that hangs is seen among many workers. */
function summaryText(pool) {
    const busy = pool.workers.filter(worker => worker.currentJob);
    const longest = busy.toSorted((a, b) => b.runningMillis - a.runningMillis)[0];
    return [
        pool.instance,
        t('pool.summary', count(pool.workerCount), count(pool.activeWorkers), count(pool.idleWorkers)),
        pool.claimedJobs > busy.length && t('pool.claimed', count(pool.claimedJobs - busy.length)),
        longest && t('pool.longest', longest.currentJob, shortSpan(longest.runningMillis)),
        pool.isShuttingDown && t('pool.shutdown')
    ].filter(Boolean).join(' · ');
}

function loop(name, isRunning, stats) {
    return h('div', {class: 'loop'},
        h('h3', {}, t(name), ' ', h('span', {class: 'badge badge-' + (isRunning ? 'on' : 'stopped')},
            t(isRunning ? 'loop.running' : 'loop.stopped'))),
        facts(Object.entries(stats).map(([key, value]) => [t(name + '.' + key), count(value)])));
}

function columns(queue) {
    return [
        {label: t('worker'), value: worker => worker.id},
        {label: t('worker.state'), value: worker => worker.state, node: state => badge('worker', state)},
        {
            label: t('job'), value: worker => worker.currentJob ?? '', class: 'wide',
            node: (id, worker) => id ? jobLink(queue, worker.currentGroup, id) : '–'
        },
        {
            label: t('group'), value: worker => worker.currentGroup ?? '', class: 'mid',
            node: id => id ? groupLink(queue, id) : '–'
        },
        {
            label: t('worker.since'), class: 'number',
            value: worker => worker.currentJob ? shortSpan(worker.runningMillis) : '–'
        },
        {label: t('worker.done'), value: worker => count(worker.jobsDone), class: 'number'}
    ];
}
