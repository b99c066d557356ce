// Light polling: one request at a time, none while the page is hidden, fewer while the server does not answer.

import {NoAnswer, Problem} from './api.js';

const INTERVAL = 2_000;
const MAX_INTERVAL = 15_000;

/** Told after each request whether the server answered. */
export const connection = {onChange: () => {}};

/**
 * @param load called again and again with a signal that ends it
 * @param onProblem called when the server refuses the request
 * @returns {{now: function, stop: function}} now: load at once, for example after an action
 */
export function poll(load, onProblem = () => {}) {
    let timer = 0;
    let failures = 0;
    let isLoading = false;
    let loadAgain = false;
    const abort = new AbortController();

    async function loadNow() {
        clearTimeout(timer);
        if (abort.signal.aborted || document.hidden) {
            return;
        }
        if (isLoading) {
            loadAgain = true;
            return;
        }
        isLoading = true;
        await loadOnce();
        isLoading = false;
        if (!abort.signal.aborted) {
            timer = setTimeout(loadNow, loadAgain ? 0 : Math.min(INTERVAL * 2 ** failures, MAX_INTERVAL));
            loadAgain = false;
        }
    }

    async function loadOnce() {
        try {
            await load(abort.signal);
            failures = 0;
            connection.onChange(true);
        } catch (error) {
            if (!abort.signal.aborted) {
                failures++;
                report(error);
            }
        }
    }

    function report(error) {
        if (error instanceof Problem && error.status < 500) {
            onProblem(error);
            return;
        }
        connection.onChange(false);
        if (!(error instanceof Problem) && !(error instanceof NoAnswer)) {
            console.error(error);
        }
    }

    document.addEventListener('visibilitychange', loadNow);
    loadNow();
    return {
        now: loadNow,
        stop: () => {
            abort.abort();
            clearTimeout(timer);
            document.removeEventListener('visibilitychange', loadNow);
        }
    };
}
