// Light polling: one request at a time, few or none while the page is hidden, fewer while the server does not answer.

import {NoAnswer, Problem} from './api.js';
import {callFailed, callSucceeded} from './connection.js';

const INTERVAL = 2_000;
const MAX_INTERVAL = 15_000;
const HIDDEN_INTERVAL = 30_000;

/**
 * @param load called again and again with a signal that ends it
 * @param onProblem called when the server refuses the request
 * @param whileHidden whether to go on, slowly, while nobody sees the page: for what its title says
 * @returns {{now: function, stop: function}} now: load at once, for example after an action
 */
export function poll(load, onProblem = () => {}, {whileHidden = false} = {}) {
    let timer = 0;
    let failures = 0;
    let isLoading = false;
    let loadAgain = false;
    const abort = new AbortController();

    async function loadNow() {
        clearTimeout(timer);
        if (abort.signal.aborted || (document.hidden && !whileHidden)) {
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
            timer = setTimeout(loadNow, loadAgain ? 0 : rest());
            loadAgain = false;
        }
    }

    function rest() {
        return document.hidden ? HIDDEN_INTERVAL : Math.min(INTERVAL * 2 ** failures, MAX_INTERVAL);
    }

    async function loadOnce() {
        try {
            await load(abort.signal);
            failures = 0;
            callSucceeded(abort);
        } catch (error) {
            if (!abort.signal.aborted) {
                failures++;
                report(error);
            }
        }
    }

    function report(error) {
        if (error instanceof Problem && error.status < 500) {
            callSucceeded(abort);
            onProblem(error);
            return;
        }
        if (error instanceof Problem || error instanceof NoAnswer) {
            callFailed(abort, error.message);
        } else {
            // why not reported as the server's: it is a mistake of this page, and the other parts of it go on
            console.error(error);
        }
    }

    document.addEventListener('visibilitychange', loadNow);
    loadNow();
    return {
        now: loadNow,
        stop: () => {
            abort.abort();
            callSucceeded(abort);
            clearTimeout(timer);
            document.removeEventListener('visibilitychange', loadNow);
        }
    };
}
