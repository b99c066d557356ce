// Whether the server answers, and how old what the page shows is. A server that hangs must never look alive.

/** Without an answer for this long, everything shown is out of date, whatever is still under way. */
const OUTDATED_AFTER = 12_000;
const TICK = 1_000;

const listeners = new Set();
let answeredAt = Date.now();
/** Nothing is asked for while nobody looks, so silence counts from the moment somebody does. */
let shownAt = Date.now();
/** What fails, and why: as long as one call does, what it would show is old, whatever the others are answered. */
const failures = new Map();

/** @param listener called now and every second with {age: ms since the answer to the call that is worst off, outdated, reason: text or null} */
export function watchConnection(listener) {
    listeners.add(listener);
    listener(state());
    return () => listeners.delete(listener);
}

export function serverAnswered() {
    answeredAt = Date.now();
}

/**
 * @param call what is asked for again and again
 * @param reason what to show a person
 */
export function callFailed(call, reason) {
    failures.set(call, {reason, since: failures.get(call)?.since ?? answeredAt});
    tell();
}

/** Also when nobody asks for it any more. */
export function callSucceeded(call) {
    if (failures.delete(call)) {
        tell();
    }
}

export function isOutdated() {
    return state().outdated;
}

function state() {
    const now = Date.now();
    const silence = now - Math.max(answeredAt, shownAt);
    const failing = [...failures.values()];
    const oldest = Math.min(answeredAt, ...failing.map(each => each.since));
    return {
        age: Math.max(0, now - oldest), outdated: failing.length > 0 || silence > OUTDATED_AFTER,
        reason: failing[0]?.reason ?? null
    };
}

function tell() {
    const now = state();
    listeners.forEach(listener => listener(now));
}

document.addEventListener('visibilitychange', () => shownAt = Date.now());
setInterval(tell, TICK);
