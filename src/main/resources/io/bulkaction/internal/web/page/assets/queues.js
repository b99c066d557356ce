// The state of all queues, loaded once for the whole page.

import {get} from './api.js';
import {watchConnection} from './connection.js';
import {poll} from './poll.js';

const listeners = new Set();
let statuses = null;
let poller = null;

/** Calls back now, if the state is known, and after each poll. @returns a function that ends it */
export function watchQueues(listener) {
    listeners.add(listener);
    if (statuses) {
        listener(statuses);
    }
    poller ??= poll(load, () => {}, {whileHidden: true});
    return () => listeners.delete(listener);
}

export function refreshQueues() {
    poller?.now();
}

export function queueNames() {
    return statuses ? statuses.map(each => each.queue) : [];
}

/** What is known of a queue; undefined until it was loaded. */
export function queueStatus(queue) {
    return statuses?.find(each => each.queue === queue);
}

/** Also when the server stops or starts answering: an old state is shown as unknown. */
let wasOutdated = false;
watchConnection(({outdated}) => {
    if (outdated !== wasOutdated) {
        wasOutdated = outdated;
        tell();
    }
});

function tell() {
    if (statuses) {
        listeners.forEach(listener => listener(statuses));
    }
}

async function load(signal) {
    statuses = await get('/admin/queues', {}, signal);
    tell();
}
