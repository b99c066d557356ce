// Which page is shown.

import {takeReturnAddress} from './api.js';
import {h} from './dom.js';
import {showFrame, startFrame} from './frame.js';
import {watchQueues} from './queues.js';
import {read} from './routes.js';
import {t} from './words.js';
import {accessPage} from './pages/access.js';
import {allDeadLettersPage} from './pages/all-dead-letters.js';
import {alertPage} from './pages/alerts.js';
import {auditPage} from './pages/audit.js';
import {callsPage} from './pages/calls.js';
import {deadLetterPage} from './pages/dead-letters.js';
import {groupPage} from './pages/group.js';
import {jobPage} from './pages/job.js';
import {overviewPage} from './pages/overview.js';
import {queuePage} from './pages/queue.js';
import {recurringPage} from './pages/recurring.js';
import {searchPage} from './pages/search.js';
import {settingsPage} from './pages/settings.js';
import {submitPage} from './pages/submit.js';

/** open fills an element for an address and returns what closes the page; under names the link to highlight. */
const PAGES = {
    overview: {open: overviewPage, title: () => t('nav.overview')},
    queue: {open: queuePage, title: ({parts}) => t('queue.title', parts[0] ?? 'default')},
    failed: {open: (node, route) => (route.parts[0] ? deadLetterPage : allDeadLettersPage)(node, route), title: () => t('nav.failed')},
    alerts: {open: alertPage, title: () => t('nav.alerts')},
    recurring: {open: recurringPage, title: ({parts}) => parts[1] ?? t('nav.recurring')},
    search: {open: searchPage, title: () => t('nav.search')},
    settings: {open: settingsPage, title: () => t('nav.settings')},
    submit: {open: submitPage, title: () => t('nav.submit')},
    access: {open: accessPage, title: () => t('nav.access')},
    audit: {open: auditPage, title: () => t('nav.audit')},
    calls: {open: callsPage, title: () => t('calls.title'), under: 'settings'},
    job: {open: jobPage, title: ({parts}) => t('job.title', parts[2]), under: 'failed'},
    group: {open: groupPage, title: ({parts}) => t('group.title', parts[1]), under: 'queue'}
};

const main = document.getElementById('main');
let closePage = () => {};

function openPage() {
    const route = read(location.hash);
    const page = Object.hasOwn(PAGES, route.name) ? PAGES[route.name] : null;
    closePage();
    closePage = () => {};
    main.replaceChildren();
    showFrame(route, page?.under ?? route.name, page ? page.title(route) : t('unknown.page'), openPage);
    if (page) {
        closePage = page.open(main, route);
    } else {
        main.append(h('h1', {tabindex: -1}, t('unknown.page')));
    }
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

document.getElementById('skip-link').addEventListener('click', event => {
    // why: what follows # in the address names the page here, not an element
    event.preventDefault();
    main.focus();
});

restoreReturnAddress();
addEventListener('hashchange', followAddress);
startFrame();
// why here: the history for the charts is collected from the start, whichever page is shown
watchQueues(() => {});
openPage();
