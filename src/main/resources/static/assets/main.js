// The frame of the dashboard: navigation, language, and which page is shown.

import {logOut, takeReturnAddress} from './api.js';
import {h, setText} from './dom.js';
import {attempt} from './messages.js';
import {connection} from './poll.js';
import {queueNames, watchQueues} from './queues.js';
import {address, read} from './routes.js';
import {chooseLanguage, language, t} from './words.js';
import {auditPage} from './pages/audit.js';
import {failedPage} from './pages/failed.js';
import {groupPage} from './pages/group.js';
import {jobPage} from './pages/job.js';
import {overviewPage} from './pages/overview.js';
import {queuePage} from './pages/queue.js';
import {searchPage} from './pages/search.js';

/** Each gets the element to fill and its address, and returns what ends it. */
const PAGES = {
    overview: {show: overviewPage, title: () => t('nav.overview')},
    queue: {show: queuePage, title: () => t('nav.queue')},
    failed: {show: failedPage, title: () => t('nav.failed')},
    search: {show: searchPage, title: () => t('nav.search')},
    audit: {show: auditPage, title: () => t('nav.audit')},
    job: {show: jobPage, title: route => t('job.title', route.parts[1]), under: 'failed'},
    group: {show: groupPage, title: route => t('group.title', route.parts[1]), under: 'queue'}
};

const main = document.getElementById('main');
let leave = () => {};

function show({focus}) {
    const route = read(location.hash);
    const page = Object.hasOwn(PAGES, route.name) ? PAGES[route.name] : null;
    leave();
    leave = () => {};
    main.replaceChildren();
    frame(route, page);
    if (page) {
        leave = page.show(main, route);
    } else {
        main.append(h('h1', {tabindex: -1}, t('unknown.page')));
    }
    document.title = (page ? page.title(route) : t('unknown.page')) + ' · bulk-action';
    if (focus) {
        main.querySelector('h1')?.focus({preventScroll: true});
        scrollTo(0, 0);
    }
}

function frame(route, page) {
    document.documentElement.lang = language();
    setText(document.getElementById('skip-link'), t('skip'));
    const queue = (['queue', 'failed', 'audit', 'job', 'group'].includes(route.name) && route.parts[0])
        || queueNames()[0] || 'default';
    const current = page?.under ?? route.name;
    const link = (name, to) => h('a', {href: to, 'aria-current': name === current ? 'page' : null}, t('nav.' + name));
    document.getElementById('top').replaceChildren(
        h('a', {class: 'brand', href: address('overview')},
            h('img', {src: 'login/icon.svg', alt: '', width: 28, height: 28}), 'bulk-action'),
        h('nav', {'aria-label': t('nav.label')},
            link('overview', address('overview')),
            link('queue', address('queue', [queue])),
            link('failed', address('failed', [queue])),
            link('search', address('search')),
            link('audit', address('audit', [queue]))),
        h('div', {class: 'session'},
            h('button', {
                type: 'button', class: 'plain', lang: language() === 'ko' ? 'en' : 'ko', on: {click: switchLanguage}
            }, t('nav.language')),
            h('button', {type: 'button', class: 'plain', on: {click: leaveForGood}}, t('nav.logout'))));
}

function switchLanguage() {
    chooseLanguage(language() === 'ko' ? 'en' : 'ko');
    show({focus: false});
}

async function leaveForGood() {
    await attempt(logOut);
}

connection.onChange = works => {
    const banner = document.getElementById('connection');
    if (banner.hidden !== works) {
        setText(banner, works ? '' : t('connection.lost'));
        banner.hidden = works;
    }
};

document.getElementById('skip-link').addEventListener('click', event => {
    // why: the address after # names the page here, not a place in it
    event.preventDefault();
    main.focus();
});

const returnTo = takeReturnAddress();
if (returnTo && !location.hash) {
    history.replaceState(null, '', returnTo);
}
addEventListener('hashchange', () => show({focus: true}));
// why here: history for the charts is kept from the start, whichever page is shown
watchQueues(() => {});
show({focus: false});
