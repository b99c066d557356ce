// Recurring bulk actions: all of them, or one with its next and past ticks.

import {get, getExact, put, segment} from '../api.js';
import {h, replaceIfChanged} from '../dom.js';
import {members} from '../exact-json.js';
import {count, shortTime, time} from '../format.js';
import {reportOutcome} from '../messages.js';
import {actionButton, badge, card, code, facts, givenReason, groupLink, json, problemNote} from '../parts.js';
import {poll} from '../poll.js';
import {queueNames} from '../queues.js';
import {deleteRecurring, pauseRecurring, resumeRecurring, runRecurring} from '../recurring-actions.js';
import {recurringForm} from '../recurring-form.js';
import {address, go} from '../routes.js';
import {table} from '../table.js';
import {t} from '../words.js';

export function recurringPage(main, {parts: [queue, name]}) {
    return name ? onePage(main, queue, name) : listPage(main);
}

function listPage(main) {
    const list = table(t('nav.recurring'), [
        {
            label: t('recurring.name'), value: each => each.name, sort: each => each.name, class: 'mid',
            node: (name, each) => h('a', {class: 'id', href: address('recurring', [each.queue, name])}, name)
        },
        {label: t('queue'), value: each => each.queue, sort: each => each.queue},
        {label: t('recurring.cron'), value: each => `${each.cron} ${each.zone}`, node: text => code(text), class: 'mid'},
        {label: t('recurring.state'), value: stateOf, node: state => badge('recurring', state)},
        {
            label: t('recurring.next'), value: each => each.upcoming[0] ?? '–', class: 'time',
            node: at => at === '–' ? at : shortTime(at)
        },
        {
            label: t('recurring.last'), value: each => each.ticks[0]?.status ?? '–', node: tickBadge
        }
    ], each => each.queue + '/' + each.name, t('recurring.none'));
    const problem = problemNote();
    const form = recurringForm(queueNames(), null, async (queue, name, wanted) => {
        if (await reportOutcome(async () => (await put('/admin/recurring/' + segment(name), {queue}, wanted)).message)) {
            go(address('recurring', [queue, name]));
        }
    });
    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('nav.recurring'))),
        card(t('recurring.all'), problem.node, list.node),
        h('details', {class: 'card'}, h('summary', {}, t('recurring.create')), form.node));
    return poll(async signal => {
        const {items} = await get('/admin/recurring', {}, signal);
        problem.hide();
        list.show(items);
    }, problem.show).stop;
}

function onePage(main, queue, name) {
    const buttons = h('div', {class: 'buttons'});
    const body = h('div', {}, h('p', {class: 'empty'}, t('loading')));
    const editing = h('div');
    const path = '/admin/recurring/' + segment(name);
    main.append(
        h('p', {class: 'back'}, h('a', {href: address('recurring')}, '← ' + t('nav.recurring'))),
        h('div', {class: 'heading'}, h('h1', {tabindex: -1, class: 'id'}, name), buttons), body, editing);
    const poller = poll(async signal => {
        const {value: found, text} = await getExact(path, {queue}, signal);
        replaceIfChanged(buttons, [found.origin, !found.paused].join(), () => [
            actionButton(t('recurring.run'), 'primary', () => act(() => runRecurring(queue, name))),
            found.paused ? actionButton(t('action.resume'), null, () => act(() => resumeRecurring(queue, name)))
                : actionButton(t('action.pause'), null, () => act(() => pauseRecurring(queue, name))),
            found.origin === 'API' && actionButton(t('recurring.delete'), 'danger', remove, {'data-needs': 'PLAN'})
        ]);
        replaceIfChanged(body, text, () => sections(queue, found, members(text).jobs));
        replaceIfChanged(editing, found.origin, () => found.origin === 'API' && h('details', {class: 'card'},
            h('summary', {}, t('recurring.edit')), recurringForm([queue], {...found, jobs: members(text).jobs}, save).node));
    }, problem => replaceIfChanged(body, problem.message, () => h('p', {class: 'empty'}, problem.message)));

    async function act(action) {
        if (await action()) {
            poller.now();
        }
    }

    async function remove() {
        if (await deleteRecurring(queue, name)) {
            go(address('recurring'));
        }
    }

    async function save(_queue, _name, wanted) {
        await act(() => reportOutcome(async () => (await put(path, {queue}, wanted)).message));
    }

    return poller.stop;
}

/** @param jobs their text */
function sections(queue, found, jobs) {
    const ticks = table(t('recurring.ticks'), [
        {label: t('recurring.at'), value: each => each.at, node: at => time(at), class: 'time'},
        {label: t('recurring.state'), value: each => each.status, node: tickBadge},
        {
            label: t('group'), value: each => each.groupId, class: 'wide',
            node: (id, each) => each.jobs > 0 ? groupLink(queue, id) : h('span', {class: 'id'}, id)
        },
        {label: t('recurring.jobs'), value: each => count(each.jobs), class: 'number'},
        {label: t('recurring.missed'), value: each => each.missed > 0 ? count(each.missed) : '–', class: 'number'},
        {label: t('recurring.error'), value: each => each.error ?? '–', class: 'wide'}
    ], each => each.at + each.groupId, t('recurring.ticks.none'));
    ticks.show(found.ticks);
    return [
        found.trouble && h('div', {class: 'pause-note'},
            h('p', {}, found.trouble.sentence, found.trouble.error && [' ', code(found.trouble.error)])),
        card(t('recurring.what'), facts([
            [t('recurring.state'), badge('recurring', stateOf(found))],
            [t('recurring.paused'), found.paused && `${time(found.paused.pausedAt)}, ${found.paused.pausedBy} ${givenReason(found.paused.reason)}`, 'broad'],
            [t('queue'), h('a', {href: address('queue', [queue])}, queue)],
            [t('recurring.cron'), code(found.cron)],
            [t('recurring.zone'), found.zone],
            [t('job.processor'), found.processorType],
            [t('recurring.source'), found.source ?? found.url ?? t('recurring.fixed', count(found.jobCount)), 'broad'],
            [t('recurring.group'), code(found.group)],
            [t('recurring.missed.policy'), t('missed.' + found.missed)],
            [t('recurring.overlap.policy'), t('overlap.' + found.overlap)],
            [t('recurring.origin'), t('origin.' + found.origin)]
        ]), found.origin === 'API' && found.jobs.length > 0
            && h('details', {}, h('summary', {}, t('recurring.jobs.show')), json(jobs))),
        found.upcoming.length > 0 && card(t('recurring.upcoming'),
            h('ol', {class: 'plain-list'}, found.upcoming.map(at => h('li', {}, time(at))))),
        card(t('recurring.ticks'), ticks.node)
    ];
}

function tickBadge(status) {
    return status === '–' ? status : badge('tick', status);
}

function stateOf({paused, trouble}) {
    return trouble ? 'trouble' : paused ? 'paused' : 'active';
}
