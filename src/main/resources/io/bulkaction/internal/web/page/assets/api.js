// The REST calls of this page. When the session has ended they lead to the login page and then back here.

import {serverAnswered} from './connection.js';
import {queryString} from './routes.js';
import {language, t} from './words.js';

const RETURN_TO = 'bulk-action.return-to';
const READ_TIMEOUT = 8_000;
const WRITE_TIMEOUT = 30_000;
/** Actions on very many jobs are answered when they are done; their progress is shown meanwhile. */
export const TASK_TIMEOUT = 30 * 60_000;

/** What the application says that shows this page below a path of its own; it has the login then. */
const said = name => document.querySelector(`meta[name="bulk-action-${name}"]`)?.content ?? '';
export const isHosted = said('hosted') === 'true';
/** A page that needs a new login at once would ask for one forever. */
const SETTLED = 5_000;

/** The server answered with an error. */
export class Problem extends Error {

    constructor(status, body) {
        super(body.detail || body.title || t('server.error', status));
        this.status = status;
        this.code = body.code || '';
        this.candidates = body.candidates || [];
    }
}

/** The server did not answer in time, or its answer broke off. */
export class NoAnswer extends Error {

    constructor(isLate = false) {
        super(t(isLate ? 'server.late' : 'server.silent'));
    }
}

export function get(path, query = {}, signal = undefined) {
    const late = AbortSignal.timeout(READ_TIMEOUT);
    return call('GET', path, query, undefined, signal ? AbortSignal.any([signal, late]) : late);
}

/** Text as it is, where the numbers of JSON must keep their digits. */
export function getText(path, query = {}) {
    return call('GET', path, query, undefined, AbortSignal.timeout(READ_TIMEOUT), {accept: 'text/plain'});
}

/** @returns {{value, text}}: what the JSON says, and as it was written, with all digits of its numbers */
export function getExact(path, query, signal) {
    return call('GET', path, query, undefined, AbortSignal.any([signal, AbortSignal.timeout(READ_TIMEOUT)]), {exact: true});
}

export function post(path, query = {}, body = undefined, timeout = WRITE_TIMEOUT) {
    return call('POST', path, query, body, AbortSignal.timeout(timeout));
}

export function put(path, query = {}, body = undefined) {
    return call('PUT', path, query, body, AbortSignal.timeout(WRITE_TIMEOUT));
}

export async function logOut() {
    await post('/logout');
    location.assign('login?logout');
}

/** The address that was open when the session ended; only once. */
export function takeReturnAddress() {
    const hash = sessionStorage.getItem(RETURN_TO);
    sessionStorage.removeItem(RETURN_TO);
    return hash;
}

/** An id as part of a path. Ids may contain slashes, which many servers refuse there, but no tilde. */
export const segment = id => encodeURIComponent(id).replaceAll('%2F', '~');

export function del(path, query = {}) {
    return call('DELETE', path, query, undefined, AbortSignal.timeout(WRITE_TIMEOUT));
}

/** @param lines jobs as NDJSON */
export function postLines(path, query, lines) {
    return call('POST', path, query, lines, AbortSignal.timeout(TASK_TIMEOUT), {type: 'application/x-ndjson'});
}

async function call(method, path, query, body, signal,
    {type = 'application/json', accept = 'application/json', exact = false} = {}) {
    const {response, text, content} = await send(path + queryString(query), {
        method, signal, headers: headers(method, body, type, accept), cache: 'no-store',
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    });
    if (response.status < 500) {
        serverAnswered();
    }
    if (response.status === 401 || isLoginPage(response, content)) {
        return logInAgain(response.status);
    }
    if (!response.ok) {
        throw new Problem(response.status, content || {});
    }
    return exact ? {value: content, text} : content;
}

/** Some applications send scripts to their login page too. */
function isLoginPage(response, content) {
    return isHosted && response.redirected && content === null;
}

function logInAgain(status) {
    if (!isHosted) {
        sessionStorage.setItem(RETURN_TO, location.hash);
        location.assign('login?expired');
    } else if (performance.now() > SETTLED) {
        location.reload();
    } else {
        throw new Problem(status, {});
    }
    // why: nothing that waits for this answer may continue while the browser leaves the page
    return new Promise(() => {});
}

function headers(method, body, type, accept) {
    return {
        'Accept': accept === 'application/json' ? accept : accept + ', application/json;q=0.5',
        'Accept-Language': language(),
        ...method !== 'GET' && {[said('csrf-header') || 'X-XSRF-TOKEN']: csrfToken()},
        ...body !== undefined && {'Content-Type': type}
    };
}

function csrfToken() {
    return said('csrf-token') || cookie('__Host-XSRF-TOKEN') || cookie('XSRF-TOKEN');
}

async function send(path, request) {
    try {
        // why relative: the service may run behind a proxy under a path of its own
        const response = await fetch(path.substring(1), request);
        const type = response.headers.get('Content-Type') || '';
        const isJson = /[/+]json/.test(type);
        const text = isJson || type.startsWith('text/plain') ? await response.text() : null;
        return {response, text, content: isJson ? JSON.parse(text) : text};
    } catch (error) {
        throw error instanceof TypeError ? new NoAnswer() : error.name === 'TimeoutError' ? new NoAnswer(true) : error;
    }
}

function cookie(name) {
    const found = document.cookie.split('; ').find(each => each.startsWith(name + '='));
    return found ? decodeURIComponent(found.substring(name.length + 1)) : '';
}
