// The server's one sentence about why something waits, or that it runs. The API says the same.

import {get, Problem} from './api.js';
import {h, replaceIfChanged, setShown} from './dom.js';

/** @returns {{node, show(explanation)}}: null hides it */
export function explanation() {
    const node = h('p', {class: 'explain', hidden: true});

    function show(found) {
        setShown(node, Boolean(found));
        if (found) {
            node.className = 'explain explain-' + found.state.toLowerCase();
            node.dataset.code = found.code;
            replaceIfChanged(node, found.sentence, () => found.sentence);
        }
    }

    return {node, show};
}

/**
 * @param path of a group or a job
 * @returns null if the server cannot explain it: the page shows the rest all the same
 */
export async function explain(path, query, signal) {
    try {
        return await get(path + '/explain', query, signal);
    } catch (error) {
        if (error instanceof Problem) {
            return null;
        }
        throw error;
    }
}
