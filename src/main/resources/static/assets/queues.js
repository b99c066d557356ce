// The state of all queues, loaded once for the whole page, and their history of the last minutes.

import {get} from './api.js';
import {watchConnection} from './connection.js';
import {poll} from './poll.js';

const HISTORY_KEPT = 10 * 60_000;
const RATE_WINDOW = 10_000;
/** After a longer pause between two polls the server has more samples than this page. */
const LONGEST_GAP = 15_000;

const histories = new Map();
const listeners = new Set();
let statuses = null;
let loadedAt = 0;
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

/** @returns [{at, rate, waiting, delayed, active, failed, p50, p95}], oldest first */
export function history(queue) {
    return histories.get(queue) ?? [];
}

/** Completed jobs per second over the last seconds; null until there are two samples. */
export function currentRate(queue) {
    return history(queue).at(-1)?.rate ?? null;
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
    if (Date.now() - loadedAt > LONGEST_GAP) {
        await loadHistory(signal);
    }
    statuses = await get('/admin/queues', {}, signal);
    loadedAt = Date.now();
    statuses.forEach(status => addSample(status.queue, status));
    tell();
}

async function loadHistory(signal) {
    const loaded = await get('/admin/queues/history', {}, signal);
    histories.clear();
    loaded.forEach(({queue, samples}) => samples.forEach(sample => addSample(queue, sample)));
}

function addSample(queue, {at: instant, completed, waiting, delayed, active, failed, waits}) {
    const samples = histories.get(queue) ?? [];
    histories.set(queue, samples);
    const at = Date.parse(instant);
    const earlier = samples.find(each => each.at >= at - RATE_WINDOW) ?? samples.at(-1);
    const rate = earlier && at > earlier.at
        // why max: the count starts again at 0 when somebody empties Redis
        ? Math.max(0, completed - earlier.completed) * 1_000 / (at - earlier.at) : null;
    samples.push({at, rate, completed, waiting, delayed, active, failed, p50: waits.p50Millis, p95: waits.p95Millis});
    while (samples[0].at < at - HISTORY_KEPT) {
        samples.shift();
    }
}
