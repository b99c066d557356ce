// Rows that a person selects in a list, and the actions on all of them.

import {h, setShown, setText} from './dom.js';
import {count} from './format.js';
import {t} from './words.js';

/** @param list returns the element with the checkboxes; @param buttons shown while something is selected */
export function selection(list, ...buttons) {
    const selected = new Set();
    const text = h('span', {role: 'status'});
    const bar = h('div', {class: 'selection', hidden: true, role: 'group', 'aria-label': t('job.actions')}, text,
        buttons, h('span', {class: 'quiet'}, t('deadLetters.frozen')));
    const all = h('input', {
        type: 'checkbox', 'aria-label': t('deadLetters.select.all'), title: t('deadLetters.select.all'),
        on: {change: event => selectAll(event.target.checked)}
    });
    const allLabel = h('label', {}, all, h('span', {class: 'on-phone'}, t('deadLetters.select.all')));
    const checkboxes = () => [...list().querySelectorAll('td.check input')];

    function checkbox(value) {
        return h('input', {
            type: 'checkbox', value, 'aria-label': t('deadLetters.select', value),
            on: {change: event => select(event.target)}
        });
    }

    function select(box) {
        selected[box.checked ? 'add' : 'delete'](box.value);
        update();
    }

    function selectAll(checked) {
        for (const box of checkboxes()) {
            box.checked = checked;
            selected[checked ? 'add' : 'delete'](box.value);
        }
        update();
    }

    function update() {
        const rows = checkboxes().length;
        setShown(bar, selected.size > 0);
        setText(text, t('deadLetters.selected', count(selected.size)));
        all.checked = rows > 0 && selected.size === rows;
        all.indeterminate = selected.size > 0 && selected.size < rows;
    }

    return {
        bar, allLabel, checkbox, update, clear: () => selectAll(false), values: () => [...selected],
        isEmpty: () => selected.size === 0
    };
}
