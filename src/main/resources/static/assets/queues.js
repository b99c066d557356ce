// How all queues stand, asked for once for the whole page, and how they stood in the last minutes.

import {get} from './api.js';
import {poll} from './poll.js';

const KEPT = 10 * 60_000;
const RATE_OVER = 10_000;

const histories = new Map();
const listeners = new Set();
let statuses = null;
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

/** @returns [{at, rate, waiting, ready, delayed, active, failed}], oldest first */
export function history(queue) {
    return histories.get(queue) ?? [];
}

/** Completed jobs per second over the last seconds; null before there are two samples. */
export function currentRate(queue) {
    return history(queue).at(-1)?.rate ?? null;
}

async function refresh(signal) {
    statuses = await get('/admin/queues', {}, signal);
    const now = Date.now();
    statuses.forEach(status => remember(status, now));
    listeners.forEach(listener => listener(statuses));
}

function remember(status, at) {
    const samples = histories.get(status.queue) ?? [];
    histories.set(status.queue, samples);
    const since = samples.find(each => each.at >= at - RATE_OVER) ?? samples.at(-1);
    // why max: the count starts again when somebody empties Redis
    const rate = since ? Math.max(0, status.completed - since.completed) * 1_000 / (at - since.at) : null;
    const {completed, waiting, ready, delayed, active, failed} = status;
    samples.push({at, rate, completed, waiting, ready, delayed, active, failed});
    while (samples[0].at < at - KEPT) {
        samples.shift();
    }
}
