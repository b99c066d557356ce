// Who may come in: API tokens that are made here or in the settings, and who is logged in.

import {del, get, post, put, segment} from '../api.js';
import {copyButton} from '../copy.js';
import {ask} from '../dialog.js';
import {h, setShown} from '../dom.js';
import {ago, count, time} from '../format.js';
import {reportOutcome} from '../messages.js';
import {actionButton, badge, problemNote} from '../parts.js';
import {poll} from '../poll.js';
import {table} from '../table.js';
import {t, word} from '../words.js';

const ROLES = ['SUBMITTER', 'VIEWER', 'OPERATOR', 'ADMIN', 'METRICS'];
const LEVELS = ['HIGH', 'NORMAL', 'LOW'];
const LISTS = ['queues', 'groups', 'processors', 'callbackHosts'];
const QUOTAS = {jobs: 1, bytes: 1, groups: 1, submitsPerSecond: 0.001};
const DAY = 86_400_000;

export function accessPage(main) {
    const list = table(t('tokens.title'), columns({revoke, expire}), token => token.name, t('tokens.empty'));
    const problem = problemNote();
    const sessions = sessionSection();
    const made = h('div', {class: 'card', role: 'status', hidden: true});
    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('nav.access'))), made,
        h('section', {class: 'card', 'aria-labelledby': 'tokens-title'},
            h('h2', {id: 'tokens-title'}, t('tokens.title')), problem.node, list.node),
        makeForm(show), sessions.node);

    function show(answer) {
        made.replaceChildren(h('h2', {}, t('tokens.made', answer.name)), h('p', {}, t('tokens.once')),
            h('p', {}, h('code', {class: 'secret'}, answer.token)),
            h('div', {class: 'buttons'}, copyButton(t('tokens.copy'), () => answer.token)));
        setShown(made, true);
        made.scrollIntoView();
        poller.now();
    }

    async function revoke(name) {
        const answer = await ask({
            title: t('tokens.revoke.title', name), text: t('tokens.revoke.text'), confirm: t('tokens.revoke'), danger: true
        });
        if (answer !== null) {
            await reportOutcome(async () => (await del('/admin/tokens/' + segment(name))).message);
            poller.now();
        }
    }

    async function expire(name) {
        const days = await ask({
            title: t('tokens.expire.title', name), text: t('tokens.expire.text'), confirm: t('tokens.expire'),
            field: {label: t('tokens.days'), type: 'number', required: true, value: 90, min: 1, max: 3650}
        });
        if (days !== null) {
            await reportOutcome(async () => (await put('/admin/tokens/' + segment(name) + '/expiry', {}, {
                expiresAt: inDays(days)
            })).message);
            poller.now();
        }
    }

    const poller = poll(async signal => {
        const {tokens} = await get('/admin/tokens', {}, signal);
        problem.hide();
        list.show(tokens);
    }, problem.show);
    return () => {
        poller.stop();
        sessions.stop();
    };
}

/** Who is logged in on the page, on all instances. */
function sessionSection() {
    const list = table(t('sessions.title'), [
        {label: t('sessions.user'), value: session => session.user, class: 'mid'},
        {label: t('sessions.from'), value: session => session.from},
        {label: t('sessions.since'), value: session => time(session.since), class: 'time'},
        {label: t('sessions.until'), value: session => time(session.until), class: 'time'},
        {
            label: t('sessions.action'), value: session => session.current ? '' : session.id,
            node: (id, session) => id ? h('button', {
                type: 'button', class: 'small danger', 'aria-label': t('sessions.end.title', session.user),
                on: {click: () => end(session)}
            }, t('sessions.end')) : t('sessions.current')
        }
    ], session => session.id, t('sessions.empty'));
    const problem = problemNote();
    const node = h('section', {class: 'card', 'aria-labelledby': 'sessions-title'},
        h('h2', {id: 'sessions-title'}, t('sessions.title')), problem.node, list.node);

    async function end({id, user}) {
        const answer = await ask({
            title: t('sessions.end.title', user), text: t('sessions.end.text'), confirm: t('sessions.end'), danger: true
        });
        if (answer !== null) {
            await reportOutcome(async () => (await del('/admin/sessions/' + segment(id))).message);
            poller.now();
        }
    }

    const poller = poll(async signal => {
        const {sessions} = await get('/admin/sessions', {}, signal);
        problem.hide();
        list.show(sessions);
    }, problem.show);
    return {node, stop: poller.stop};
}

function inDays(days) {
    return new Date(Date.now() + days * DAY).toISOString();
}

function columns({revoke, expire}) {
    const button = (name, key, act, danger) => h('button', {
        type: 'button', class: danger ? 'small danger' : 'small', 'aria-label': t(key + '.title', name),
        on: {click: () => act(name)}
    }, t(key));
    return [
        {label: t('tokens.name'), value: token => token.name, class: 'mid'},
        {label: t('tokens.owner'), value: token => token.owner ?? t('tokens.configured'), class: 'narrow'},
        {label: t('tokens.roles'), value: token => token.roles.map(role => word('role', role)).join(', ')},
        {label: t('tokens.scope'), value: scopeText, class: 'wide'},
        {label: t('tokens.state'), value: token => token.state, node: state => badge('token', state)},
        {label: t('tokens.expires'), value: token => token.expiresAt ? time(token.expiresAt) : t('tokens.never'), class: 'time'},
        {label: t('tokens.used'), value: token => token.lastUsedAt ? ago(token.lastUsedAt) : t('tokens.unused')},
        {
            label: t('tokens.action'), value: token => token.configured ? '' : token.name,
            node: name => name && h('div', {class: 'buttons'},
                button(name, 'tokens.expire', expire, false), button(name, 'tokens.revoke', revoke, true))
        }
    ];
}

function scopeText(token) {
    const parts = LISTS.filter(name => token[name].length > 0).map(name => `${t('tokens.' + name)}: ${token[name].join(', ')}`);
    if (token.maxLevel) {
        parts.push(`${t('tokens.maxLevel')}: ${word('level', token.maxLevel)}`);
    }
    if (parts.length === 0) {
        parts.push(t('tokens.everything'));
    }
    const quotas = Object.keys(QUOTAS).filter(kind => (token.quota?.[kind] ?? null) !== null);
    parts.push(...quotas.map(kind => `${t('quota.' + wordOf(kind))}: ${count(token.quota[kind])}`));
    if (token.payloads) {
        parts.push(t('tokens.payloads'));
    }
    return parts.join(' · ');
}

function wordOf(kind) {
    return kind === 'submitsPerSecond' ? 'submits' : kind;
}

function makeForm(show) {
    const text = (name, more = {}) => h('input', {
        name, maxlength: 128, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', ...more
    });
    const inputs = {
        name: text('token-name', {required: true, maxlength: 64, pattern: '[A-Za-z0-9][A-Za-z0-9._\\-]*'}),
        owner: text('owner'),
        days: h('input', {type: 'number', name: 'days', min: 1, max: 3650, step: 1, value: 90, inputmode: 'numeric'})
    };
    const roles = ROLES.map(role => h('input', {type: 'checkbox', name: 'role', value: role, checked: role === 'SUBMITTER'}));
    const payloads = h('input', {type: 'checkbox', name: 'payloads'});
    const quotas = Object.entries(QUOTAS).map(([kind, least]) => h('input', {
        type: 'number', name: kind, min: least, step: least, inputmode: 'decimal'
    }));
    const lists = LISTS.map(name => text(name, {maxlength: 1000}));
    const level = h('select', {name: 'maxLevel'}, h('option', {value: ''}, t('tokens.any')),
        LEVELS.map(each => h('option', {value: each}, word('level', each))));
    const form = h('form', {class: 'card submit', on: {submit: event => event.preventDefault()}},
        h('h2', {}, t('tokens.make')),
        h('div', {class: 'fields'},
            h('label', {}, t('tokens.name'), inputs.name),
            h('label', {}, t('tokens.owner'), inputs.owner, h('small', {}, t('tokens.owner.hint'))),
            h('label', {}, t('tokens.days'), inputs.days, h('small', {}, t('tokens.days.hint')))),
        h('fieldset', {class: 'choices'}, h('legend', {}, t('tokens.roles')),
            roles.map(input => h('label', {class: 'choice'}, input, ' ', word('role', input.value)))),
        h('div', {class: 'fields'},
            LISTS.map((name, i) => h('label', {}, t('tokens.' + name), lists[i])),
            h('label', {}, t('tokens.maxLevel'), level)),
        h('p', {class: 'quiet'}, t('tokens.lists.hint')),
        h('div', {class: 'fields'},
            quotas.map(input => h('label', {}, t('tokens.quota', t('quota.' + wordOf(input.name))), input))),
        h('label', {class: 'choice'}, payloads, ' ', t('tokens.payloads')),
        h('div', {class: 'buttons'}, actionButton(t('tokens.make'), 'primary', make, {'data-needs': 'ADMINISTER'})));

    async function make() {
        if (!form.reportValidity()) {
            return;
        }
        await reportOutcome(async () => {
            const answer = await post('/admin/tokens', {}, request());
            show(answer);
            form.reset();
            return answer.message;
        });
    }

    function request() {
        const entries = Object.fromEntries(LISTS.map((name, i) =>
            [name, lists[i].value.split(/[\s,]+/).filter(Boolean)]).filter(([, value]) => value.length > 0));
        return {
            name: inputs.name.value.trim(), ...inputs.owner.value.trim() && {owner: inputs.owner.value.trim()},
            roles: roles.filter(input => input.checked).map(input => input.value), ...entries,
            ...level.value && {maxLevel: level.value},
            ...payloads.checked && {payloads: true}, ...quota(),
            ...inputs.days.value && {expiresAt: inDays(inputs.days.value)}
        };
    }

    function quota() {
        const limits = quotas.filter(input => input.value).map(input => [input.name, Number(input.value)]);
        return limits.length > 0 && {quota: Object.fromEntries(limits)};
    }

    return form;
}
