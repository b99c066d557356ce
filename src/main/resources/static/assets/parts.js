// Small pieces that several pages show.

import {h, setText} from './dom.js';
import {time} from './format.js';
import {queueNames} from './queues.js';
import {address, go} from './routes.js';
import {t, word} from './words.js';

export function jobLink(queue, id) {
    return h('a', {class: 'id', href: address('job', [queue, id])}, id);
}

export function groupLink(queue, id) {
    return h('a', {class: 'id', href: address('group', [queue, id])}, id);
}

export function badge(kind, value) {
    const name = String(value).toLowerCase().replaceAll(/[^a-z]/g, '-');
    return h('span', {class: `badge badge-${name} ${kind}-${name}`}, word(kind, value));
}

/** Pairs of name and value; a value may be a node, null leaves the pair out. A third part is a class. */
export function facts(pairs) {
    const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== '');
    return h('dl', {class: 'facts'}, shown.map(([name, value, kind]) =>
        h('div', {class: kind}, h('dt', {}, name), h('dd', {}, value))));
}

/** A number that changes with each poll. */
export function figure(label, className = '') {
    const value = h('dd', {}, '–');
    const node = h('div', {class: 'figure ' + className}, h('dt', {}, label), value);
    return {node, set: text => setText(value, text)};
}

/** The heading of a page about a queue, with a choice of another one. */
export function queueHeading(title, queue, to, ...actions) {
    const names = queueNames();
    const all = names.includes(queue) ? names : [queue, ...names];
    const choice = h('select', {on: {change: event => go(to(event.target.value))}},
        all.map(name => h('option', {value: name, selected: name === queue}, name)));
    return h('div', {class: 'heading'}, h('h1', {tabindex: -1}, title),
        h('label', {class: 'queue-choice'}, t('queue'), choice), h('div', {class: 'buttons'}, actions));
}

export function pauseNote(status) {
    if (!status.isPaused) {
        return null;
    }
    return h('div', {class: 'pause-note'},
        h('p', {}, t('paused.since', time(status.pausedAt)), ' (', h('span', {class: 'ago'}), ') ',
            status.pausedBy && t('paused.by', status.pausedBy)),
        status.pauseReason && h('p', {}, t('paused.reason', status.pauseReason)),
        status.failedJobId && h('p', {}, t('paused.job'), ' ', jobLink(status.queue, status.failedJobId)));
}

export function json(value) {
    return h('pre', {tabindex: 0}, JSON.stringify(value, null, 2));
}

export function setShown(node, shown) {
    if (node.hidden === shown) {
        node.hidden = !shown;
    }
}
