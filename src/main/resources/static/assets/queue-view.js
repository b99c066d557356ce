// The state of one queue: what its card on the overview and its own page have in common.

import {pause, resume} from './actions.js';
import {lineChart} from './chart.js';
import {h, replaceIfChanged, setAttribute, setText} from './dom.js';
import {ago, count, rate, shortCount, shortSpan, time} from './format.js';
import {figure, jobLink} from './parts.js';
import {currentRate, history} from './queues.js';
import {address} from './routes.js';
import {t} from './words.js';

/** The server's word for a pause without a reason. */
const NO_REASON = 'MANUAL_PAUSE';

export function queueView(queue) {
    const state = h('span', {class: 'badge'});
    const note = h('div');
    const figures = figureList(queue);
    const charts = chartList();
    const buttons = pauseButtons(queue);

    function update(status) {
        setAttribute(state, 'class', 'badge badge-' + (status.isPaused ? 'paused' : 'on'));
        setText(state, t(status.isPaused ? 'state.paused' : 'state.running'));
        replaceIfChanged(note, JSON.stringify([status.pausedAt, status.pauseReason, status.pausedBy]),
            () => pauseNote(status));
        if (status.isPaused) {
            setText(note.querySelector('.ago'), ago(status.pausedAt));
        }
        buttons.update(status);
        figures.update(status);
        charts.forEach(chart => chart.draw(history(queue)));
    }

    return {
        state, pauseNote: note, buttons: buttons.node, figures: figures.node,
        charts: h('div', {class: 'charts'}, charts.map(each => each.node)), update
    };
}

function pauseNote({isPaused, queue, pausedAt, pausedBy, pauseReason, failedJobId, failedGroupId}) {
    if (!isPaused) {
        return null;
    }
    const since = [t('paused.since', time(pausedAt)), ' (', h('span', {class: 'ago'}), ')'];
    if (failedJobId) {
        return h('div', {class: 'pause-note'}, h('p', {}, since),
            h('p', {}, t('paused.job'), ' ', jobLink(queue, failedGroupId, failedJobId)));
    }
    return h('div', {class: 'pause-note'}, h('p', {}, since, ' ', t('paused.by', pausedBy)),
        pauseReason !== NO_REASON && h('p', {}, t('paused.reason', pauseReason)));
}

/** One button at a time. The focus moves with it: whoever pauses with the keyboard can resume with it. */
function pauseButtons(queue) {
    let deadLetters = 0;
    const pauseButton = h('button', {type: 'button', on: {click: () => pause(queue)}}, t('action.pause'));
    const resumeButton = h('button', {
        type: 'button', class: 'primary', on: {click: () => resume(queue, deadLetters)}
    }, t('action.resume'));

    function update({isPaused, failed}) {
        deadLetters = failed;
        if (pauseButton.hidden === isPaused && resumeButton.hidden !== isPaused) {
            return;
        }
        const hadFocus = [pauseButton, resumeButton].includes(document.activeElement);
        pauseButton.hidden = isPaused;
        resumeButton.hidden = !isPaused;
        if (hadFocus) {
            (isPaused ? resumeButton : pauseButton).focus();
        }
    }

    return {node: h('div', {class: 'buttons'}, pauseButton, resumeButton), update};
}

function chartList() {
    const series = (...keys) => keys.map(key => ({key, label: t('chart.' + key)}));
    return [
        lineChart({
            title: t('chart.throughput'), series: [{key: 'rate', label: t('chart.rate'), area: true}], format: rate
        }),
        lineChart({
            title: t('chart.sizes'), series: series('waiting', 'delayed', 'active', 'failed'), format: shortCount
        }),
        lineChart({
            title: t('chart.wait'), series: series('p95', 'p50'), format: shortSpan, note: t('chart.wait.note')
        })
    ];
}

function figureList(queue) {
    const make = names => Object.fromEntries(names.map(name => [name, figure(t('count.' + name), 'figure-' + name)]));
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
        const perSecond = currentRate(queue) ?? status.jobsPerSecond;
        large.rate.set(perSecond === null ? '–' : rate(perSecond));
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
