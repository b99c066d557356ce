// The figures of all queues over time: the last ten minutes with every poll, longer ranges as the server keeps them.

import {get} from './api.js';
import {poll} from './poll.js';
import {watchQueues} from './queues.js';

export const RANGES = {'10m': 10 * 60_000, '1h': 60 * 60_000, '24h': 24 * 60 * 60_000, '7d': 7 * 24 * 60 * 60_000};
const LIVE = '10m';
const RATE_WINDOW = 10_000;
/** Of the long ranges and the marks, which change slowly. */
const RELOAD = 10_000;
/** After a longer pause between two polls the server has more samples than this page. */
const LONGEST_GAP = 15_000;

const listeners = new Set();
let range = LIVE;
let histories = new Map();
let loadedAt = 0;
let sampledAt = 0;
let poller = null;

/** Calls back with each new sample. @returns a function that ends it */
export function watchHistory(listener) {
    listeners.add(listener);
    poller ??= poll(loadIfDue);
    listener();
    return () => listeners.delete(listener);
}

/** @returns {{samples: [{at, rate, waiting, delayed, active, failed, p50, p95}], marks: [{at, kind, text}]}} */
export function history(queue) {
    return histories.get(queue) ?? {samples: [], marks: []};
}

export function chosenRange() {
    return range;
}

export function chooseRange(wanted) {
    range = Object.hasOwn(RANGES, wanted) ? wanted : LIVE;
    histories = new Map();
    loadedAt = 0;
    poller?.now();
}

async function loadIfDue(signal) {
    if (Date.now() - loadedAt < RELOAD) {
        return;
    }
    const wanted = range;
    const loaded = await get('/admin/queues/history', {range: wanted}, signal);
    if (wanted !== range) {
        return;
    }
    const isFresh = histories.size === 0 || range !== LIVE || Date.now() - sampledAt > LONGEST_GAP;
    for (const {queue, samples, marks} of loaded) {
        // why kept: the samples of this page are closer together than those of the server
        const kept = isFresh ? samples.reduce(withSample, []) : history(queue).samples;
        histories.set(queue, {samples: kept, marks: marks.map(mark => ({...mark, at: Date.parse(mark.at)}))});
    }
    loadedAt = Date.now();
    listeners.forEach(listener => listener());
}

function addLive(statuses) {
    if (range !== LIVE || histories.size === 0) {
        return;
    }
    sampledAt = Date.now();
    for (const status of statuses) {
        const known = history(status.queue);
        histories.set(status.queue, {...known, samples: withSample(known.samples, status)});
    }
    listeners.forEach(listener => listener());
}

function withSample(samples, {at: instant, completed, waiting, delayed, active, failed, waits}) {
    const at = Date.parse(instant);
    if (samples.length > 0 && at <= samples.at(-1).at) {
        return samples;
    }
    const earlier = samples.find(each => each.at >= at - RATE_WINDOW) ?? samples.at(-1);
    const rate = earlier
        // why max: the count starts again at 0 when somebody empties Redis
        ? Math.max(0, completed - earlier.completed) * 1_000 / (at - earlier.at) : null;
    const sample = {
        at, rate, completed, waiting, delayed, active, failed, p50: waits?.p50Millis ?? null, p95: waits?.p95Millis ?? null
    };
    return [...samples, sample].filter(each => each.at >= at - RANGES[range]);
}

watchQueues(addLive);
