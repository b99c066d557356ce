// The settings of a queue as they are in effect, and where each comes from.

import {get, isHosted} from '../api.js';
import {h} from '../dom.js';
import {isoMillis, span} from '../format.js';
import {card, code, problemNote, queueHeading} from '../parts.js';
import {poll} from '../poll.js';
import {address} from '../routes.js';
import {table} from '../table.js';
import {t} from '../words.js';

export function settingsPage(main, {parts: [queue = 'default']}) {
    const list = table(t('nav.settings'), [
        {label: t('settings.name'), value: each => each.name, sort: each => each.name, node: code, class: 'wide'},
        {label: t('settings.value'), value: each => shown(each.value), class: 'mid'},
        {label: t('settings.set'), value: each => each.set ?? '–', class: 'mid'},
        {
            label: t('settings.origin'), value: each => each.origin || t('settings.default'), sort: each => each.origin,
            node: (text, each) => each.origin ? text : h('span', {class: 'quiet'}, text), class: 'wide'
        }
    ], each => each.name, t('settings.none'));
    const prefix = h('p', {class: 'quiet'});
    const problem = problemNote();
    main.append(queueHeading(t('nav.settings'), queue, other => address('settings', [other]),
        !isHosted && h('a', {class: 'button', href: address('calls')}, t('calls.title'))),
        card(t('settings.title', queue), prefix, problem.node, list.node));
    return poll(async signal => {
        const found = await get('/admin/queue/settings', {queue}, signal);
        problem.hide();
        prefix.replaceChildren(t('settings.prefix'), ' ', h('code', {}, found.prefix));
        list.show(found.items);
    }, problem.show).stop;
}

/** Durations as people write them. */
function shown(value) {
    return /^PT[\dHMS.]+$/.test(value) ? span(isoMillis(value)) : value;
}
