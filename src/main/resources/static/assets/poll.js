// Light polling: one request at a time, none while nobody looks, a slower pace while the service does not answer.

import {Problem} from './api.js';

const PACE = 2_000;
const SLOWEST = 15_000;

/** Shows and hides the notice that the numbers on the page are old. */
export const connection = {onChange: () => {}};

/** @returns {{now: function, stop: function}} now: ask at once, e.g. after an action */
export function poll(ask, onProblem = () => {}) {
    let timer = 0;
    let failures = 0;
    let asking = false;
    let again = false;
    const abort = new AbortController();

    async function round() {
        clearTimeout(timer);
        if (abort.signal.aborted || document.hidden) {
            return;
        }
        if (asking) {
            again = true;
            return;
        }
        asking = true;
        try {
            await ask(abort.signal);
            failures = 0;
            connection.onChange(true);
        } catch (problem) {
            if (!abort.signal.aborted) {
                failures++;
                report(problem);
            }
        }
        asking = false;
        if (!abort.signal.aborted) {
            timer = setTimeout(round, again ? 0 : Math.min(PACE * 2 ** failures, SLOWEST));
            again = false;
        }
    }

    function report(problem) {
        if (problem instanceof Problem && problem.status < 500) {
            onProblem(problem);
        } else {
            connection.onChange(false);
            if (!(problem instanceof Problem) && !(problem instanceof TypeError)) {
                console.error(problem);
            }
        }
    }

    const onVisible = () => round();
    document.addEventListener('visibilitychange', onVisible);
    round();
    return {
        now: round,
        stop: () => {
            abort.abort();
            clearTimeout(timer);
            document.removeEventListener('visibilitychange', onVisible);
        }
    };
}
