// Who did what to a queue, newest first.

import {get} from '../api.js';
import {h, setShown} from '../dom.js';
import {filterForm} from '../filter-form.js';
import {isoMillis, shortTime, span} from '../format.js';
import {givenReason, groupLink, jobLink, problemNote, queueHeading} from '../parts.js';
import {poll} from '../poll.js';
import {address, go} from '../routes.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

const LIMIT = 50;
const OF_A_GROUP = ['cancel', 'limit', 'submit', 'pause group', 'resume group'];
const FILTERS = [['text', 'audit.text'], ['who', 'audit.who'], ['from', 'time.from', 'datetime-local'],
    ['to', 'time.to', 'datetime-local']];
const KINDS = ['ADMINISTRATOR', 'OPERATOR', 'SUBMITTER', 'LOGIN', 'REFUSED', 'READER'];

export function auditPage(main, {parts: [queue = 'default'], query}) {
    const before = query.before ?? '';
    const filter = Object.fromEntries(FILTERS.map(([name]) => [name, query[name] ?? '']));
    const [from, to] = [millis(filter.from), millis(filter.to)];
    const kind = KINDS.includes(query.kind) ? query.kind : '';
    let next = null;
    const list = table(t('nav.audit'), columns(queue), entry => entry.id, t('audit.empty'));
    const button = (key, queryOf) => h('button', {
        type: 'button', hidden: true, on: {click: () => go(address('audit', [queue], {...filter, kind, ...queryOf()}))}
    }, t(key));
    const newestButton = button('action.newest', () => ({}));
    const olderButton = button('action.older', () => ({before: next}));
    setShown(newestButton, before !== '');
    const problem = problemNote();
    main.append(queueHeading(t('nav.audit'), queue, other => address('audit', [other])),
        h('section', {class: 'card', 'aria-label': t('nav.audit')},
            filterForm(FILTERS, filter, wanted => go(address('audit', [queue], {kind, ...wanted}))),
            h('div', {class: 'card-head'}, h('label', {}, t('audit.show'), kindChoice(queue, kind, filter))),
            problem.node, list.node,
            h('nav', {class: 'paging', 'aria-label': t('page.label')}, newestButton, olderButton)));
    return poll(async signal => {
        const found = await get('/admin/queue/audit', {
            queue, kind, text: filter.text, who: filter.who, limit: LIMIT,
            // an id begins with the time of its entry, so one made of the wanted time is as good as that of a page before
            before: before || (to === null ? '' : `${to + 1}-0-0`)
        }, signal);
        const entries = found.entries.filter(each => from === null || Date.parse(each.at) >= from);
        next = entries.length < found.entries.length ? null : found.next;
        problem.hide();
        list.show(entries);
        setShown(olderButton, next !== null);
    }, problem.show).stop;
}

function columns(queue) {
    const text = (name, className) => ({
        label: t('audit.' + name), value: entry => entry[name] || '–', class: className
    });
    const coded = (name, kind) => ({label: t('audit.' + name), value: entry => word(kind, entry[name])});
    return [
        {label: t('audit.at'), value: entry => shortTime(entry.at), class: 'time'},
        coded('kind', 'kind'), text('who', 'narrow'), text('from'),
        {...coded('action', 'did'), class: 'mid'},
        {...text('subject', 'mid'), node: (_, entry) => subjectLink(queue, entry)}, coded('outcome', 'outcome'),
        {label: t('audit.detail'), value: entry => detailText(entry) || '–', class: 'wide'}
    ];
}

/** Where what was done can be seen; the page of something that is gone says so. */
function subjectLink(queue, {action, subject}) {
    if (subject.includes('#')) {
        const [groupId, jobId] = subject.split('#', 2);
        return jobLink(queue, groupId, jobId);
    }
    return subject && OF_A_GROUP.includes(action) ? groupLink(queue, subject) : subject || '–';
}

/** In words where the server only keeps a code; what a person wrote is left as it is. */
function detailText({action, outcome, detail}) {
    if (action === 'login') {
        const [method, lock] = detail.split(', locked for ');
        return lock ? t('login.locked', word('login', method), span(isoMillis(lock))) : word('login', method);
    }
    return outcome === 'REFUSED' ? refusalText(detail) : action.startsWith('pause') ? givenReason(detail) : detail;
}

/** A refusal is a code, which may be followed by its arguments: NOT_A_DEAD_LETTER [job, COMPLETED]. */
function refusalText(detail) {
    const [code] = detail.split(' ');
    const text = word('refused', code);
    return text === code ? detail : text;
}

/** A field has the time on the clock of whoever fills it in. */
function millis(local) {
    const time = Date.parse(local);
    return Number.isNaN(time) ? null : time;
}

function kindChoice(queue, kind, filter) {
    const option = (value, text) => h('option', {value, selected: value === kind}, text);
    return h('select', {on: {change: event => go(address('audit', [queue], {...filter, kind: event.target.value}))}},
        option('', t('audit.all')), KINDS.map(each => option(each, word('kind', each))));
}
