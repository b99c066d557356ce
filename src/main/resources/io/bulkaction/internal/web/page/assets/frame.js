// What surrounds every page: navigation, search, language, how old the numbers are, open alerts.

import {alertStrip} from './alert-strip.js';
import {openAlerts, watchAlerts} from './alerts.js';
import {get, isHosted, logOut} from './api.js';
import {watchConnection} from './connection.js';
import {h, setShown, setText} from './dom.js';
import {span} from './format.js';
import {reportOutcome} from './messages.js';
import {queueNames} from './queues.js';
import {address, go} from './routes.js';
import {chooseLanguage, language, t} from './words.js';

const PAGES_OF_A_QUEUE = ['queue', 'failed', 'audit', 'settings', 'job', 'group'];
/** Pages of which nothing is left for whoever may not do this. */
const NEEDS = {submit: 'SUBMIT', access: 'ADMINISTER'};
const SECOND = 1_000;

let title = '';

/** @param current the link to highlight */
export function showFrame(route, current, pageTitle, reopen) {
    title = pageTitle;
    document.documentElement.lang = language();
    setText(document.getElementById('skip-link'), t('skip'));
    document.getElementById('alerts').setAttribute('aria-label', t('nav.alerts'));
    const queue = (PAGES_OF_A_QUEUE.includes(route.name) && route.parts[0]) || queueNames()[0] || 'default';
    const link = (name, ...parts) => h('a', {
        href: address(name, parts), 'data-page': name, 'data-needs': NEEDS[name], 'aria-current': name === current ? 'page' : null
    }, t('nav.' + name));
    document.getElementById('top').replaceChildren(
        h('a', {class: 'brand', href: address('overview')},
            h('img', {src: 'login/icon.svg', alt: '', width: 28, height: 28}), 'bulk-action'),
        h('nav', {'aria-label': t('nav.label')},
            link('overview'), link('queue', queue), link('failed', queue), link('alerts'), link('audit', queue),
            link('recurring'), link('submit'), link('settings', queue), !isHosted && link('access')),
        searchForm(route),
        h('div', {class: 'session'},
            h('span', {class: 'updated', id: 'updated'}),
            h('button', {
                type: 'button', class: 'plain', lang: otherLanguage(), on: {click: () => switchLanguage(reopen)}
            }, t('nav.language')),
            !isHosted && h('button', {
                type: 'button', class: 'plain', on: {click: () => reportOutcome(logOut)}
            }, t('nav.logout'))));
    showAlertCount();
}

function searchForm(route) {
    const input = h('input', {
        type: 'search', name: 'id', id: 'search', value: route.name === 'search' ? route.query.id ?? '' : '',
        maxlength: 257, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false',
        placeholder: t('search.short'), 'aria-label': t('search.field'), title: t('search.key')
    });
    const submit = event => {
        event.preventDefault();
        if (input.value.trim()) {
            go(address('search', [], {id: input.value.trim()}));
        }
    };
    return h('form', {class: 'top-search', role: 'search', 'aria-label': t('search.short'), on: {submit}}, input);
}

function otherLanguage() {
    return language() === 'ko' ? 'en' : 'ko';
}

function switchLanguage(reopen) {
    chooseLanguage(otherLanguage());
    reopen();
}

function showAlertCount() {
    const open = openAlerts().length;
    document.title = (open > 0 ? `(${open}) ` : '') + title + ' · bulk-action';
    const link = document.querySelector('[data-page=alerts]');
    link?.replaceChildren(t('nav.alerts'), ...open > 0 ? [' ', h('span', {class: 'count'}, String(open))] : []);
}

function showAge({age, outdated, reason}) {
    document.documentElement.toggleAttribute('data-outdated', outdated);
    const text = document.getElementById('updated');
    if (text) {
        setText(text, t('updated', span(Math.max(SECOND, age - age % SECOND))));
    }
    const banner = document.getElementById('connection');
    setText(banner, outdated ? t('server.outdated', reason ?? t('server.silent')) : '');
    setShown(banner, outdated);
}

/** The key / leads to the search, as in many tools, unless a person is typing. */
function followSearchKey(event) {
    const isTyping = event.target.closest?.('input, textarea, select, dialog, [contenteditable]');
    if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping) {
        event.preventDefault();
        document.getElementById('search').focus();
    }
}

/** What the roles of the person do not allow is not offered. Where nothing is known of them, all is: the server decides. */
async function hideWhatIsRefused() {
    const {abilities} = await get('/api/caller').catch(() => ({abilities: null}));
    document.documentElement.dataset.may = abilities?.join(' ') ?? '';
    document.documentElement.toggleAttribute('data-restricted', abilities !== null);
}

/** Once, at the start. */
export function startFrame() {
    watchConnection(showAge);
    watchAlerts(showAlertCount);
    alertStrip(document.getElementById('alerts'));
    addEventListener('keydown', followSearchKey);
    hideWhatIsRefused();
}
