// How all queues stand, asked for once for the whole page, and how they stood in the last minutes.

import {get} from './api.js';
import {poll} from './poll.js';

const KEPT = 10 * 60_000;
const RATE_OVER = 10_000;
/** After a longer silence the service remembers more than this page does. */
const GAP = 15_000;

const histories = new Map();
const listeners = new Set();
let statuses = null;
let askedAt = 0;
let poller = null;

/** Calls back now, if anything is known, and after each poll. @returns a function that ends it */
export function watchQueues(listener) {
    listeners.add(listener);
    if (statuses) {
        listener(statuses);
    }
    poller ??= poll(refresh);
    return () => listeners.delete(listener);
}

export function askQueuesNow() {
    poller?.now();
}

export function queueNames() {
    return statuses ? statuses.map(each => each.queue) : [];
}

/** @returns [{at, rate, waiting, delayed, active, failed, p50, p95}], oldest first */
export function history(queue) {
    return histories.get(queue) ?? [];
}

/** Completed jobs per second over the last seconds; null before there are two samples. */
export function currentRate(queue) {
    return history(queue).at(-1)?.rate ?? null;
}

async function refresh(signal) {
    if (Date.now() - askedAt > GAP) {
        const remembered = await get('/admin/queues/history', {}, signal);
        histories.clear();
        remembered.forEach(each => each.samples.forEach(sample => remember(each.queue, sample)));
    }
    statuses = await get('/admin/queues', {}, signal);
    askedAt = Date.now();
    statuses.forEach(status => remember(status.queue, status));
    listeners.forEach(listener => listener(statuses));
}

function remember(queue, {at: time, completed, waiting, delayed, active, failed, waits}) {
    const samples = histories.get(queue) ?? [];
    histories.set(queue, samples);
    const at = Date.parse(time);
    const since = samples.find(each => each.at >= at - RATE_OVER) ?? samples.at(-1);
    // why max: the count starts again when somebody empties Redis
    const rate = since && at > since.at ? Math.max(0, completed - since.completed) * 1_000 / (at - since.at) : null;
    samples.push({at, rate, completed, waiting, delayed, active, failed, p50: waits.p50Millis, p95: waits.p95Millis});
    while (samples[0].at < at - KEPT) {
        samples.shift();
    }
}
