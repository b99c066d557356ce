// Small pieces that several pages show.

import {h, setShown, setText} from './dom.js';
import {pretty} from './exact-json.js';
import {time} from './format.js';
import {queueNames} from './queues.js';
import {address, go} from './routes.js';
import {t, word} from './words.js';

export function jobLink(queue, groupId, id) {
    return h('a', {class: 'id', href: address('job', [queue, groupId, id])}, id);
}

/** What a job is called in its queue: jobs of different groups may have the same id. */
export function jobName({groupId, jobId}) {
    return groupId + '#' + jobId;
}

export function groupLink(queue, id) {
    return h('a', {class: 'id', href: address('group', [queue, id])}, id);
}

/** Labels of a group; each leads to all groups that have it. */
export function labelList(labels) {
    return Object.entries(labels).flatMap(([key, value]) => [' ',
        h('a', {class: 'label', href: address('search', [], {id: key + '=' + value})}, key + '=' + value)]);
}

/** A code, which a narrow column may break after an underscore. */
export function code(text) {
    return h('code', {}, text.split(/(?<=_)/).flatMap(part => [part, h('wbr')]));
}

export function badge(kind, value) {
    const name = String(value).toLowerCase().replaceAll(/[^a-z]/g, '-');
    return h('span', {class: `badge badge-${name} ${kind}-${name}`}, word(kind, value));
}

/**
 * A button that shows that its action is under way, and starts no second one meanwhile.
 *
 * @param action returns a promise
 */
export function actionButton(text, className, action, attributes = {}) {
    const button = h('button', {type: 'button', class: className, 'data-needs': 'OPERATE', ...attributes, on: {click}}, text);

    async function click() {
        // why not disabled: a disabled button loses the focus
        if (button.getAttribute('aria-busy') === 'true') {
            return;
        }
        button.setAttribute('aria-busy', 'true');
        try {
            await action();
        } finally {
            button.removeAttribute('aria-busy');
        }
    }

    return button;
}

export function card(title, ...content) {
    return h('section', {class: 'card', 'aria-label': title}, h('h2', {}, title), content);
}

/** @param rows [[name, value, class]]: the value may be a node; rows without a value are left out */
export function facts(rows) {
    const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== '');
    return h('dl', {class: 'facts'}, shown.map(([name, value, className]) =>
        h('div', {class: className}, h('dt', {}, name), h('dd', {}, value))));
}

/** A number that changes with each poll. */
export function figure(label, className = '', hint = null) {
    const value = h('dd', {}, '–');
    const node = h('div', {class: 'figure ' + className, title: hint}, h('dt', {}, label), value);
    return {node, set: text => setText(value, text)};
}

/** What a person wrote, or nothing: the server keeps a code where nobody gave a reason. */
export function givenReason(reason) {
    return reason === 'MANUAL_PAUSE' ? '' : reason ?? '';
}

/** The place where a page says why the server refused to show something. */
export function problemNote() {
    const node = h('p', {class: 'empty', hidden: true});
    return {
        node,
        show: problem => {
            setText(node, problem.message);
            setShown(node, true);
        },
        hide: () => setShown(node, false)
    };
}

/** The heading of a page about a queue, with a list of all queues to choose from. */
export function queueHeading(title, queue, addressOf, ...actions) {
    const names = queueNames();
    const all = names.includes(queue) ? names : [queue, ...names];
    const choice = h('select', {on: {change: event => go(addressOf(event.target.value))}},
        all.map(name => h('option', {value: name, selected: name === queue}, name)));
    // why hidden: on the page with the title Queue the word would be there twice
    const label = h('span', {class: title === t('queue') ? 'visually-hidden' : null}, t('queue'));
    return h('div', {class: 'heading'}, h('h1', {tabindex: -1}, title),
        h('label', {class: 'queue-choice'}, label, choice), h('div', {class: 'buttons'}, actions));
}

/** @param text of JSON */
export function json(text) {
    return h('pre', {tabindex: 0}, pretty(text));
}
