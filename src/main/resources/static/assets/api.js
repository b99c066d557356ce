// The REST calls of this page. An ended session leads to the login and back to where one was.

import {language} from './words.js';

const RETURN_TO = 'bulk-action.return-to';

export class Problem extends Error {

    constructor(status, body) {
        super(body.detail || body.title || `HTTP ${status}`);
        this.status = status;
        this.code = body.code || '';
    }
}

export function get(path, query = {}, signal = undefined) {
    return call('GET', path, query, undefined, signal);
}

export function post(path, query = {}, body = undefined) {
    return call('POST', path, query, body, undefined);
}

export async function logOut() {
    await call('POST', '/logout', {}, undefined, undefined);
    location.assign('login?logout');
}

/** Where one was when the session ended, once. */
export function takeReturnAddress() {
    const hash = sessionStorage.getItem(RETURN_TO);
    sessionStorage.removeItem(RETURN_TO);
    return hash;
}

/** An id as part of a path: ids may hold slashes. */
export const segment = encodeURIComponent;

async function call(method, path, query, body, signal) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
    const parameters = new URLSearchParams(given).toString();
    const headers = {'Accept': 'application/json', 'Accept-Language': language()};
    if (method !== 'GET') {
        headers['X-XSRF-TOKEN'] = cookie('__Host-XSRF-TOKEN') || cookie('XSRF-TOKEN');
    }
    if (body !== undefined) {
        headers['Content-Type'] = 'application/json';
    }
    // why relative: the service may stand behind a proxy under a path of its own
    const response = await fetch(path.substring(1) + (parameters ? '?' + parameters : ''), {
        method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body), cache: 'no-store'
    });
    if (response.status === 401) {
        sessionStorage.setItem(RETURN_TO, location.hash);
        location.assign('login?expired');
        // why: nothing that waits for this answer may go on while the browser leaves the page
        return new Promise(() => {});
    }
    const answer = await content(response);
    if (!response.ok) {
        throw new Problem(response.status, answer || {});
    }
    return answer;
}

async function content(response) {
    const isJson = /[/+]json/.test(response.headers.get('Content-Type') || '');
    return isJson ? response.json() : null;
}

function cookie(name) {
    const found = document.cookie.split('; ').find(each => each.startsWith(name + '='));
    return found ? decodeURIComponent(found.substring(name.length + 1)) : '';
}
