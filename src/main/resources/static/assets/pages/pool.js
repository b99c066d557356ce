// The workers of the instance that answers, its fetcher and its dispatcher.

import {scale} from '../actions.js';
import {get} from '../api.js';
import {h, replaceIfChanged, setText} from '../dom.js';
import {count, span} from '../format.js';
import {badge, facts, groupLink, jobLink, setShown} from '../parts.js';
import {poll} from '../poll.js';
import {table} from '../table.js';
import {t} from '../words.js';

const SHOWN = 50;

export function poolSection(queue) {
    let workerCount = 0;
    const scaleButton = h('button', {
        type: 'button', hidden: true,
        on: {click: async () => await scale(queue, workerCount) && poller.now()}
    }, t('action.scale'));
    const summary = h('p', {}, t('loading'));
    const more = h('p', {class: 'quiet', hidden: true});
    const loops = h('div', {class: 'loops'});
    const list = table(t('pool.title'), columns(queue), worker => worker.id, '');
    list.node.hidden = true;
    const node = h('section', {class: 'card', 'aria-labelledby': 'pool-title'},
        h('div', {class: 'card-head'}, h('h2', {id: 'pool-title'}, t('pool.title')), scaleButton),
        summary, loops, list.node, more);

    const poller = poll(async signal => {
        const pool = await get('/admin/queue/pool', {queue}, signal);
        workerCount = pool.workerCount;
        scaleButton.hidden = false;
        setShown(list.node, pool.workers.length > 0);
        setText(summary, t('pool.summary', count(pool.workerCount), count(pool.activeWorkers), count(pool.idleWorkers))
            + (pool.isShuttingDown ? ' ' + t('pool.shutdown') : ''));
        replaceIfChanged(loops, JSON.stringify([pool.fetcherRunning, pool.fetcherStats, pool.dispatcherRunning,
            pool.dispatcherStats]), () => [
            loop('fetcher', pool.fetcherRunning, pool.fetcherStats),
            loop('dispatcher', pool.dispatcherRunning, pool.dispatcherStats)
        ]);
        list.show(pool.workers.slice(0, SHOWN));
        setShown(more, pool.workers.length > SHOWN);
        setText(more, t('pool.more', count(pool.workers.length - SHOWN)));
    }, problem => setText(summary, problem.code === 'NO_ENGINE' ? t('pool.none') : problem.message));
    return {node, stop: poller.stop};
}

function loop(name, running, stats) {
    return h('div', {class: 'loop'},
        h('h3', {}, t(name), ' ', h('span', {class: 'badge badge-' + (running ? 'running' : 'stopped')},
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
            text: worker => worker.currentJob ? span(worker.runningMillis) : '–'
        },
        {label: t('worker.done'), text: worker => count(worker.jobsDone), class: 'number'}
    ];
}
