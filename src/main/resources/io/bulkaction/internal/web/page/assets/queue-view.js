// The state of one queue: what its card on the overview and its own page have in common.

import {pause} from './actions.js';
import {isOutdated} from './connection.js';
import {explanation} from './explain.js';
import {h, setAttribute, setShown, setText} from './dom.js';
import {count, rate, shortSpan} from './format.js';
import {actionButton, figure} from './parts.js';
import {pauseNote} from './pause-note.js';
import {queueCharts} from './queue-charts.js';
import {address} from './routes.js';
import {hasText, t} from './words.js';

/** By the state of the explanation: a queue that cannot make progress never looks as if it ran. */
const STATES = {RUNS: 'running', WAITS: 'waiting', STUCK: 'stuck', DONE: 'idle'};

export function queueView(queue) {
    const state = h('span', {class: 'badge'});
    const note = pauseNote();
    const why = explanation();
    const figures = figureList(queue);
    const charts = queueCharts(queue);
    const pauseButton = actionButton(t('action.pause'), null, () => pause(queue));

    function update(status) {
        showState(state, status);
        updatePause(status);
        figures.update(status);
        why.show(status.isPaused ? null : status.explanation);
    }

    /** The focus moves along: whoever pauses with the keyboard can resume at once, and the other way round. */
    function updatePause(status) {
        const focused = document.activeElement;
        const hadFocus = focused === pauseButton || note.node.contains(focused);
        note.update(status);
        setShown(pauseButton, !status.isPaused);
        if (hadFocus && !focused.checkVisibility()) {
            (status.isPaused ? note.node.querySelector('button') : pauseButton)?.focus();
        }
    }

    return {
        state, pauseNote: note.node, why: why.node, buttons: h('div', {class: 'buttons'}, pauseButton), figures: figures.node,
        charts: charts.node, update, stop: charts.stop
    };
}

/** An old state is no state: a server that hangs must not look as if it ran. */
function showState(node, status) {
    const name = isOutdated() ? 'unknown' : status.isPaused ? 'paused' : STATES[status.explanation.state];
    setAttribute(node, 'class', 'badge badge-' + (name === 'running' ? 'on' : name));
    setText(node, t('state.' + name));
}

function figureList(queue) {
    const make = names => Object.fromEntries(names.map(name => [
        name, figure(t('count.' + name), 'figure-' + name, hasText('hint.' + name) ? t('hint.' + name) : null)
    ]));
    const large = make(['waiting', 'active', 'delayed', 'failed', 'rate', 'oldest', 'completed']);
    const small = make(['ready', 'groups', 'activeGroups', 'parkedGroups', 'wait', 'workers', 'alerts']);
    for (const name of ['waiting', 'active', 'delayed', 'failed']) {
        large[name].node.querySelector('dt').prepend(
            h('i', {class: 'swatch swatch-' + name, 'aria-hidden': 'true'}));
    }
    large.failed.node.querySelector('dt').lastChild
        .replaceWith(h('a', {href: address('failed', [queue])}, t('count.failed')));

    function update(status) {
        ['waiting', 'active', 'delayed', 'failed', 'completed'].forEach(name => large[name].set(count(status[name])));
        large.failed.node.classList.toggle('alarming', status.failed > 0);
        large.rate.set(rate(status.jobsPerSecond ?? 0));
        large.oldest.set(status.oldestWaitMillis === null ? '–' : shortSpan(status.oldestWaitMillis));
        ['ready', 'activeGroups', 'parkedGroups'].forEach(name => small[name].set(count(status[name])));
        small.groups.set(['high', 'normal', 'low'].map(level => count(status.groups[level])).join(' / '));
        const {p50Millis, p95Millis} = status.waits;
        small.wait.set(p50Millis === null ? '–' : shortSpan(p50Millis) + ' / ' + shortSpan(p95Millis));
        small.workers.set(count(status.workers) + ' / ' + count(status.instances));
        small.alerts.set(count(status.openAlerts));
        small.alerts.node.classList.toggle('alarming', status.openAlerts > 0);
    }

    return {
        node: h('div', {}, h('dl', {class: 'figures'}, Object.values(large).map(each => each.node)),
            h('dl', {class: 'figures figures-small'}, Object.values(small).map(each => each.node))),
        update
    };
}
