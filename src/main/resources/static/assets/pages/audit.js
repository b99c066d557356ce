// Who did what to a queue, newest first.

import {get} from '../api.js';
import {h, setText} from '../dom.js';
import {shortTime} from '../format.js';
import {queueHeading, setShown} from '../parts.js';
import {poll} from '../poll.js';
import {address, go} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

const LIMIT = 50;
const KINDS = ['ADMINISTRATOR', 'SUBMITTER', 'REFUSED'];

export function auditPage(main, {parts: [queue = 'default'], query}) {
    const {before = ''} = query;
    const kind = KINDS.includes(query.kind) ? query.kind : '';
    let last = '';
    const text = name => ({label: t('audit.' + name), text: entry => entry[name] || '–'});
    const known = (name, kind) => ({label: t('audit.' + name), text: entry => word(kind, entry[name])});
    const list = table(t('audit.title'), [
        {label: t('audit.at'), text: entry => shortTime(entry.at), class: 'time'},
        known('kind', 'kind'), text('who'), text('from'), known('action', 'did'), text('subject'), known('outcome', 'outcome'),
        {...text('detail'), class: 'wide'}
    ], entry => entry.id, t('audit.empty'));
    const newest = h('button', {
        type: 'button', hidden: before === '', on: {click: () => go(address('audit', [queue], {kind}))}
    }, t('action.newer'));
    const older = h('button', {
        type: 'button', hidden: true, on: {click: () => go(address('audit', [queue], {kind, before: last}))}
    }, t('action.older'));
    const problemText = h('p', {class: 'empty', hidden: true});
    main.append(queueHeading(t('audit.title'), queue, other => address('audit', [other])),
        h('section', {class: 'card', 'aria-label': t('audit.title')},
            h('div', {class: 'card-head'}, h('label', {}, t('audit.show'), choice(queue, kind))), problemText, list.node,
            h('nav', {class: 'paging', 'aria-label': t('page.label')}, newest, older)));
    return poll(async signal => {
        const {entries} = await get('/admin/queue/audit', {queue, kind, before, limit: LIMIT}, signal);
        last = entries.at(-1)?.id ?? '';
        list.show(entries);
        setShown(older, entries.length === LIMIT);
    }, problem => {
        setShown(problemText, true);
        setText(problemText, problem.message);
    }).stop;
}

function choice(queue, kind) {
    const option = (value, text) => h('option', {value, selected: value === kind}, text);
    return h('select', {on: {change: event => go(address('audit', [queue], {kind: event.target.value}))}},
        option('', t('audit.all')), KINDS.map(each => option(each, word('kind', each))));
}
