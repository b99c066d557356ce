// Rows that a person picks from a list, and what can be done with them together.

import {h, setText} from './dom.js';
import {count} from './format.js';
import {setShown} from './parts.js';
import {t} from './words.js';

/** @param list the element that holds the boxes; @param buttons what is shown as soon as something is picked */
export function selection(list, ...buttons) {
    const chosen = new Set();
    const text = h('span', {role: 'status'});
    const bar = h('div', {class: 'selection', hidden: true, role: 'group', 'aria-label': t('job.actions')}, text,
        buttons, h('span', {class: 'quiet'}, t('failed.held')));
    const all = h('input', {
        type: 'checkbox', 'aria-label': t('failed.select.all'), title: t('failed.select.all'),
        on: {change: event => pickAll(event.target.checked)}
    });
    const allLabel = h('label', {}, all, h('span', {class: 'on-phone'}, t('failed.select.all')));
    const boxes = () => [...list().querySelectorAll('td.check input')];

    function box(id) {
        return h('input', {
            type: 'checkbox', value: id, 'aria-label': t('failed.select', id),
            on: {change: event => pick(event.target.value, event.target.checked)}
        });
    }

    function pick(id, wanted) {
        chosen[wanted ? 'add' : 'delete'](id);
        update();
    }

    function pickAll(wanted) {
        for (const each of boxes()) {
            each.checked = wanted;
            chosen[wanted ? 'add' : 'delete'](each.value);
        }
        update();
    }

    function update() {
        const rows = boxes().length;
        setShown(bar, chosen.size > 0);
        setText(text, t('failed.selected', count(chosen.size)));
        all.checked = rows > 0 && chosen.size === rows;
        all.indeterminate = chosen.size > 0 && chosen.size < rows;
    }

    return {
        bar, allLabel, box, update, clear: () => pickAll(false), ids: () => [...chosen],
        isEmpty: () => chosen.size === 0
    };
}
