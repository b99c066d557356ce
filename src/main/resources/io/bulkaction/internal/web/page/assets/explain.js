// The server's one sentence about why something waits, or that it runs. The API says the same.

import {get, Problem} from './api.js';
import {h, replaceIfChanged, setShown, setText} from './dom.js';
import {clockTime} from './format.js';
import {t} from './words.js';

/** @returns {{node, show(explanation)}}: null hides it */
export function explanation() {
    const sentence = h('p', {class: 'explain'});
    const expected = h('p', {class: 'quiet expected'});
    const node = h('div', {class: 'explained', hidden: true}, sentence, expected);

    function show(found) {
        setShown(node, Boolean(found));
        if (found) {
            sentence.className = 'explain explain-' + found.state.toLowerCase();
            sentence.dataset.code = found.code;
            replaceIfChanged(sentence, found.sentence, () => found.sentence);
            setText(expected, [range('explain.start', found.start), range('explain.end', found.end)].filter(Boolean).join(' '));
        }
    }

    return {node, show};
}

/** When something is expected, with how sure that is: the sentence only says about when. */
function range(key, time) {
    return time && t(key, clockTime(time.likely), clockTime(time.earliest), clockTime(time.latest));
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
