// How far back the charts look.

import {h} from './dom.js';
import {chooseRange, chosenRange, RANGES} from './history.js';
import {t} from './words.js';

export function rangeChoice() {
    const buttons = Object.keys(RANGES).map(range => h('button', {
        type: 'button', class: 'small', 'aria-pressed': String(range === chosenRange()), on: {click: () => choose(range)}
    }, t('range.' + range)));

    function choose(range) {
        chooseRange(range);
        Object.keys(RANGES).forEach((each, i) => buttons[i].setAttribute('aria-pressed', String(each === range)));
    }

    return h('div', {class: 'segments', role: 'group', 'aria-label': t('range.label')}, buttons);
}
