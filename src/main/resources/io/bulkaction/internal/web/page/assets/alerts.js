// The open alerts of all queues. The state of the queues says how many there are; they are loaded when there are some.

import {get} from './api.js';
import {watchQueues} from './queues.js';

const SEVERITIES = ['CRITICAL', 'WARNING'];

const listeners = new Set();
let alerts = [];
let isLoading = false;

/** Calls back now and whenever the alerts were loaded. @returns a function that ends it */
export function watchAlerts(listener) {
    listeners.add(listener);
    listener(alerts);
    return () => listeners.delete(listener);
}

/** @returns [{queue, type, severity, title, message, action, details, raisedAt}], the most urgent first, then the newest */
export function openAlerts() {
    return alerts;
}

async function load(statuses) {
    if (isLoading) {
        return;
    }
    isLoading = true;
    try {
        const found = statuses.some(status => status.openAlerts > 0) ? await get('/admin/alerts') : [];
        alerts = found.toSorted((a, b) => urgency(a) - urgency(b) || b.raisedAt.localeCompare(a.raisedAt));
        listeners.forEach(listener => listener(alerts));
    } catch {
        // why: whether the server answers is noticed by the poll of the queues
    } finally {
        isLoading = false;
    }
}

function urgency({severity}) {
    return SEVERITIES.indexOf(severity);
}

watchQueues(load);
