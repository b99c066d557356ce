// The frame of the dashboard: navigation, language, and the page that is shown.

import {logOut, takeReturnAddress} from './api.js';
import {h, setText} from './dom.js';
import {reportOutcome} from './messages.js';
import {connection} from './poll.js';
import {queueNames, watchQueues} from './queues.js';
import {address, read} from './routes.js';
import {chooseLanguage, language, t} from './words.js';
import {auditPage} from './pages/audit.js';
import {deadLetterPage} from './pages/dead-letters.js';
import {groupPage} from './pages/group.js';
import {jobPage} from './pages/job.js';
import {overviewPage} from './pages/overview.js';
import {queuePage} from './pages/queue.js';
import {searchPage} from './pages/search.js';

/** open fills an element for an address and returns what closes the page; under names the link to highlight. */
const PAGES = {
    overview: {open: overviewPage, title: () => t('nav.overview')},
    queue: {open: queuePage, title: ({parts}) => t('queue.title', parts[0] ?? 'default')},
    failed: {open: deadLetterPage, title: () => t('nav.failed')},
    search: {open: searchPage, title: () => t('nav.search')},
    audit: {open: auditPage, title: () => t('nav.audit')},
    job: {open: jobPage, title: ({parts}) => t('job.title', parts[2]), under: 'failed'},
    group: {open: groupPage, title: ({parts}) => t('group.title', parts[1]), under: 'queue'}
};
const PAGES_OF_A_QUEUE = ['queue', 'failed', 'audit', 'job', 'group'];

const main = document.getElementById('main');
let closePage = () => {};

function openPage() {
    const route = read(location.hash);
    const page = Object.hasOwn(PAGES, route.name) ? PAGES[route.name] : null;
    closePage();
    closePage = () => {};
    main.replaceChildren();
    showFrame(route, page);
    if (page) {
        closePage = page.open(main, route);
    } else {
        main.append(h('h1', {tabindex: -1}, t('unknown.page')));
    }
    document.title = (page ? page.title(route) : t('unknown.page')) + ' · bulk-action';
}

function showFrame(route, page) {
    document.documentElement.lang = language();
    setText(document.getElementById('skip-link'), t('skip'));
    const queue = (PAGES_OF_A_QUEUE.includes(route.name) && route.parts[0]) || queueNames()[0] || 'default';
    const current = page?.under ?? route.name;
    const link = (name, ...parts) => h('a', {
        href: address(name, parts), 'aria-current': name === current ? 'page' : null
    }, t('nav.' + name));
    document.getElementById('top').replaceChildren(
        h('a', {class: 'brand', href: address('overview')},
            h('img', {src: 'login/icon.svg', alt: '', width: 28, height: 28}), 'bulk-action'),
        h('nav', {'aria-label': t('nav.label')},
            link('overview'), link('queue', queue), link('failed', queue), link('search'), link('audit', queue)),
        h('div', {class: 'session'},
            h('button', {
                type: 'button', class: 'plain', lang: otherLanguage(), on: {click: switchLanguage}
            }, t('nav.language')),
            h('button', {
                type: 'button', class: 'plain', on: {click: () => reportOutcome(logOut)}
            }, t('nav.logout'))));
}

function otherLanguage() {
    return language() === 'ko' ? 'en' : 'ko';
}

function switchLanguage() {
    chooseLanguage(otherLanguage());
    openPage();
}

function followAddress() {
    openPage();
    main.querySelector('h1')?.focus({preventScroll: true});
    scrollTo(0, 0);
}

function restoreReturnAddress() {
    const returnTo = takeReturnAddress();
    if (returnTo && !location.hash) {
        history.replaceState(null, '', returnTo);
    }
}

connection.onChange = answers => {
    const banner = document.getElementById('connection');
    if (banner.hidden !== answers) {
        setText(banner, answers ? '' : t('server.outdated'));
        banner.hidden = answers;
    }
};

document.getElementById('skip-link').addEventListener('click', event => {
    // why: what follows # in the address names the page here, not an element
    event.preventDefault();
    main.focus();
});

restoreReturnAddress();
addEventListener('hashchange', followAddress);
// why here: the history for the charts is collected from the start, whichever page is shown
watchQueues(() => {});
openPage();
