// The strip above every page while something is wrong: the most urgent alert with its cause and what to do.

import {alertActions, alertCause, alertTitle} from './alert-parts.js';
import {watchAlerts} from './alerts.js';
import {h, replaceIfChanged, setShown} from './dom.js';
import {count} from './format.js';
import {address} from './routes.js';
import {language, t} from './words.js';

/** @param node an empty element that is there for good */
export function alertStrip(node) {
    watchAlerts(alerts => {
        const [first, ...others] = alerts;
        const version = first ? JSON.stringify([language(), first, others.length]) : '';
        replaceIfChanged(node, version, () => first ? content(first, others.length) : []);
        node.classList.toggle('strip-critical', first?.severity === 'CRITICAL');
        setShown(node, first !== undefined);
    });
}

function content(alert, others) {
    return [
        h('div', {class: 'strip-text'},
            h('strong', {}, alertTitle(alert)), h('span', {class: 'strip-cause'}, alertCause(alert))),
        h('div', {class: 'buttons'}, alertActions(alert),
            h('a', {class: 'button', href: address('alerts')},
                others > 0 ? t('alerts.others', count(others)) : t('alerts.all')))
    ];
}
