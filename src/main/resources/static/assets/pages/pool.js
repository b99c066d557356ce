// The workers of the instance that answers, its fetcher and its dispatcher.

import {scale} from '../actions.js';
import {get} from '../api.js';
import {h, replaceIfChanged, setText} from '../dom.js';
import {count, shortSpan} from '../format.js';
import {badge, facts, groupLink, jobLink, setShown} from '../parts.js';
import {poll} from '../poll.js';
import {table} from '../table.js';
import {t} from '../words.js';

const FEW = 10;
const MOST = 200;

export function poolSection(queue) {
    let pool = null;
    let most = FEW;
    const scaleButton = h('button', {
        type: 'button', hidden: true,
        on: {click: async () => await scale(queue, pool.workerCount) && poller.now()}
    }, t('action.scale'));
    const summary = h('p', {}, t('loading'));
    const loops = h('div', {class: 'loops'});
    const list = table(t('pool.title'), columns(queue), worker => worker.id, '');
    list.node.hidden = true;
    const all = h('button', {
        type: 'button', hidden: true, on: {
            click: () => {
                most = MOST;
                show();
            }
        }
    });
    const more = h('p', {class: 'quiet', hidden: true});
    const node = h('section', {class: 'card', 'aria-labelledby': 'pool-title'},
        h('div', {class: 'card-head'}, h('h2', {id: 'pool-title'}, t('pool.title')), scaleButton),
        loops, summary, list.node, h('div', {class: 'paging'}, all), more);

    function show() {
        const {workers} = pool;
        setShown(scaleButton, true);
        setText(summary, summaryText(pool));
        replaceIfChanged(loops, JSON.stringify([pool.fetcherRunning, pool.fetcherStats, pool.dispatcherRunning,
            pool.dispatcherStats]), () => [
            loop('fetcher', pool.fetcherRunning, pool.fetcherStats),
            loop('dispatcher', pool.dispatcherRunning, pool.dispatcherStats)
        ]);
        list.show(workers.slice(0, most));
        setShown(list.node, workers.length > 0);
        setShown(all, most === FEW && workers.length > FEW);
        setText(all, t('pool.all', count(Math.min(workers.length, MOST))));
        setShown(more, most === MOST && workers.length > MOST);
        setText(more, t('pool.more', count(workers.length - MOST)));
    }

    const poller = poll(async signal => {
        pool = await get('/admin/queue/pool', {queue}, signal);
        show();
    }, problem => setText(summary, problem.code === 'NO_ENGINE' ? t('pool.none') : problem.message));
    return {node, stop: poller.stop};
}

/** Names the job that runs longest, so that one that hangs is seen among many workers. */
function summaryText(pool) {
    const busy = pool.workers.filter(worker => worker.currentJob);
    const longest = busy.toSorted((a, b) => b.runningMillis - a.runningMillis)[0];
    return [
        pool.instance,
        t('pool.summary', count(pool.workerCount), count(pool.activeWorkers), count(pool.idleWorkers)),
        longest && t('pool.longest', longest.currentJob, shortSpan(longest.runningMillis)),
        pool.isShuttingDown && t('pool.shutdown')
    ].filter(Boolean).join(' · ');
}

function loop(name, running, stats) {
    return h('div', {class: 'loop'},
        h('h3', {}, t(name), ' ', h('span', {class: 'badge badge-' + (running ? 'on' : 'stopped')},
            t(running ? 'loop.running' : 'loop.stopped'))),
        facts(Object.entries(stats).map(([key, value]) => [t(name + '.' + key), count(value)])));
}

function columns(queue) {
    return [
        {label: t('worker'), text: worker => worker.id},
        {label: t('worker.state'), node: worker => badge('worker', worker.state), sign: worker => worker.state},
        {
            label: t('worker.job'), class: 'wide', sign: worker => worker.currentJob ?? '',
            node: worker => worker.currentJob ? jobLink(queue, worker.currentJob) : '–'
        },
        {
            label: t('worker.group'), sign: worker => worker.currentGroup ?? '',
            node: worker => worker.currentGroup ? groupLink(queue, worker.currentGroup) : '–'
        },
        {
            label: t('worker.since'), class: 'number',
            text: worker => worker.currentJob ? shortSpan(worker.runningMillis) : '–'
        },
        {label: t('worker.done'), text: worker => count(worker.jobsDone), class: 'number'}
    ];
}
