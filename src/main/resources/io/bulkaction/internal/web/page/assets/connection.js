// Whether the server answers, and how old what the page shows is. A server that hangs must never look alive.

/** Without an answer for this long, everything shown is out of date, whatever is still under way. */
const OUTDATED_AFTER = 12_000;
const TICK = 1_000;

const listeners = new Set();
let answeredAt = Date.now();
/** Nothing is asked for while nobody looks, so silence counts from the moment somebody does. */
let shownAt = Date.now();
let failure = null;

/** @param listener called now and every second with {age: ms since the last answer, outdated, reason: text or null} */
export function watchConnection(listener) {
    listeners.add(listener);
    listener(state());
    return () => listeners.delete(listener);
}

export function serverAnswered() {
    answeredAt = Date.now();
    const wasOutdated = failure !== null;
    failure = null;
    if (wasOutdated) {
        tell();
    }
}

/** @param reason what to show a person */
export function serverFailed(reason) {
    failure = reason;
    tell();
}

export function isOutdated() {
    return state().outdated;
}

function state() {
    const now = Date.now();
    const silence = now - Math.max(answeredAt, shownAt);
    return {age: Math.max(0, now - answeredAt), outdated: failure !== null || silence > OUTDATED_AFTER, reason: failure};
}

function tell() {
    const now = state();
    listeners.forEach(listener => listener(now));
}

document.addEventListener('visibilitychange', () => shownAt = Date.now());
setInterval(tell, TICK);
