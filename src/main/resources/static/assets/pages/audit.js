// Who did what to a queue, newest first.

import {get} from '../api.js';
import {h, setShown} from '../dom.js';
import {isoMillis, shortTime, span} from '../format.js';
import {problemNote, queueHeading} from '../parts.js';
import {poll} from '../poll.js';
import {address, go} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

const LIMIT = 50;
const KINDS = ['ADMINISTRATOR', 'SUBMITTER', 'REFUSED'];

export function auditPage(main, {parts: [queue = 'default'], query}) {
    const {before = ''} = query;
    const kind = KINDS.includes(query.kind) ? query.kind : '';
    let oldest = '';
    const list = table(t('nav.audit'), columns(), entry => entry.id, t('audit.empty'));
    const button = (key, queryOf) => h('button', {
        type: 'button', hidden: true, on: {click: () => go(address('audit', [queue], {kind, ...queryOf()}))}
    }, t(key));
    const newestButton = button('action.newest', () => ({}));
    const olderButton = button('action.older', () => ({before: oldest}));
    setShown(newestButton, before !== '');
    const problem = problemNote();
    main.append(queueHeading(t('nav.audit'), queue, other => address('audit', [other])),
        h('section', {class: 'card', 'aria-label': t('nav.audit')},
            h('div', {class: 'card-head'}, h('label', {}, t('audit.show'), kindChoice(queue, kind))),
            problem.node, list.node,
            h('nav', {class: 'paging', 'aria-label': t('page.label')}, newestButton, olderButton)));
    return poll(async signal => {
        const {entries} = await get('/admin/queue/audit', {queue, kind, before, limit: LIMIT}, signal);
        oldest = entries.at(-1)?.id ?? '';
        problem.hide();
        list.show(entries);
        setShown(olderButton, entries.length === LIMIT);
    }, problem.show).stop;
}

function columns() {
    const text = (name, className) => ({
        label: t('audit.' + name), value: entry => entry[name] || '–', class: className
    });
    const coded = (name, kind) => ({label: t('audit.' + name), value: entry => word(kind, entry[name])});
    return [
        {label: t('audit.at'), value: entry => shortTime(entry.at), class: 'time'},
        coded('kind', 'kind'), text('who', 'narrow'), text('from'),
        {...coded('action', 'did'), class: 'mid'},
        text('subject', 'mid'), coded('outcome', 'outcome'),
        {label: t('audit.detail'), value: entry => detailText(entry) || '–', class: 'wide'}
    ];
}

/** In words where the server only keeps a code; what a person wrote is left as it is. */
function detailText({action, outcome, detail}) {
    if (action === 'login') {
        const [method, lock] = detail.split(', locked for ');
        return lock ? t('login.locked', word('login', method), span(isoMillis(lock))) : word('login', method);
    }
    if (action === 'pause' && detail === 'MANUAL_PAUSE') {
        return '';
    }
    return outcome === 'REFUSED' ? refusalText(detail) : detail;
}

/** A refusal is a code, which may be followed by its arguments: NOT_A_DEAD_LETTER [job, COMPLETED]. */
function refusalText(detail) {
    const [code] = detail.split(' ');
    const text = word('refused', code);
    return text === code ? detail : text;
}

function kindChoice(queue, kind) {
    const option = (value, text) => h('option', {value, selected: value === kind}, text);
    return h('select', {on: {change: event => go(address('audit', [queue], {kind: event.target.value}))}},
        option('', t('audit.all')), KINDS.map(each => option(each, word('kind', each))));
}
