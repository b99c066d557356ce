// One card per queue.

import {pause, resume} from '../actions.js';
import {lineChart} from '../chart.js';
import {h, keyed, replaceIfChanged, setText} from '../dom.js';
import {ago, count, rate, shortCount} from '../format.js';
import {figure, pauseNote, setBadge, setShown} from '../parts.js';
import {currentRate, history, watchQueues} from '../queues.js';
import {address} from '../routes.js';
import {t} from '../words.js';

export function overviewPage(main) {
    const cards = h('div', {class: 'cards'});
    const empty = h('p', {class: 'empty'}, t('loading'));
    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('nav.overview'))), empty, cards);
    const updates = new WeakMap();
    return watchQueues(statuses => {
        setShown(empty, statuses.length === 0);
        setText(empty, t('queue.none'));
        keyed(cards, statuses, status => status.queue, status => {
            const card = queueCard(status.queue);
            updates.set(card.node, card.update);
            return card.node;
        }, (node, status) => updates.get(node)(status));
    });
}

function queueCard(queue) {
    const view = queueView(queue);
    const node = h('section', {class: 'card', 'aria-label': queue},
        h('div', {class: 'card-head'},
            h('h2', {}, h('a', {href: address('queue', [queue])}, queue)), view.state, view.buttons),
        view.pauseNote, view.figures, view.charts);
    return {node, update: view.update};
}

/** What the card and the page of a queue have in common. */
export function queueView(queue) {
    const state = h('span', {class: 'badge'});
    const note = h('div');
    const pauseButton = h('button', {type: 'button', on: {click: () => pause(queue)}}, t('action.pause'));
    const resumeButton = h('button', {
        type: 'button', class: 'primary', on: {click: () => resume(queue, failedJobs)}
    }, t('action.resume'));
    const figures = figureList(queue);
    const throughput = lineChart(t('chart.throughput'), [{key: 'rate', label: t('chart.rate')}], rate);
    const sizes = lineChart(t('chart.sizes'), ['waiting', 'delayed', 'active', 'failed']
        .map(key => ({key, label: t('chart.' + key)})), shortCount);
    let failedJobs = 0;

    function update(status) {
        failedJobs = status.failed;
        setBadge(state, 'state', status.isPaused ? 'paused' : 'running');
        replaceIfChanged(note, JSON.stringify([status.pausedAt, status.pauseReason, status.pausedBy]),
            () => pauseNote(status));
        if (status.isPaused) {
            setText(note.querySelector('.ago'), ago(status.pausedAt));
        }
        if (status.isPaused === resumeButton.hidden || status.isPaused !== pauseButton.hidden) {
            const hadFocus = [pauseButton, resumeButton].includes(document.activeElement);
            pauseButton.hidden = status.isPaused;
            resumeButton.hidden = !status.isPaused;
            if (hadFocus) {
                (status.isPaused ? resumeButton : pauseButton).focus();
            }
        }
        figures.update(status);
        throughput.draw(history(queue));
        sizes.draw(history(queue));
    }

    return {
        state, pauseNote: note, buttons: h('div', {class: 'buttons'}, pauseButton, resumeButton),
        figures: figures.node, charts: h('div', {class: 'charts'}, throughput.node, sizes.node), update
    };
}

function figureList(queue) {
    const names = ['waiting', 'ready', 'delayed', 'active', 'failed', 'completed', 'rate'];
    const large = Object.fromEntries(names.map(name => [name, figure(t('count.' + name), 'figure-' + name)]));
    const small = Object.fromEntries(['groups', 'activeGroups', 'parkedGroups', 'instances', 'workers', 'alerts']
        .map(name => [name, figure(t('count.' + name), 'figure-' + name)]));
    const failedLink = h('a', {href: address('failed', [queue])}, t('count.failed'));
    large.failed.node.querySelector('dt').replaceChildren(failedLink);

    function update(status) {
        names.filter(name => name !== 'rate').forEach(name => large[name].set(count(status[name])));
        large.failed.node.classList.toggle('alarming', status.failed > 0);
        large.rate.set(currentRate(queue) === null ? '–' : rate(currentRate(queue)));
        small.groups.set(['high', 'normal', 'low'].map(level => count(status.groups[level])).join(' / '));
        ['activeGroups', 'parkedGroups', 'instances', 'workers'].forEach(name => small[name].set(count(status[name])));
        small.alerts.set(count(status.openAlerts));
        small.alerts.node.classList.toggle('alarming', status.openAlerts > 0);
    }

    return {
        node: h('div', {}, h('dl', {class: 'figures'}, names.map(name => large[name].node)),
            h('dl', {class: 'figures figures-small'}, Object.values(small).map(each => each.node))),
        update
    };
}
