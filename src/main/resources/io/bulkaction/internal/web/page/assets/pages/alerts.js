// Everything that is wrong right now, in all queues.

import {alertActions, alertCause, alertTitle} from '../alert-parts.js';
import {watchAlerts} from '../alerts.js';
import {h, setItems, setShown, setText} from '../dom.js';
import {ago, time} from '../format.js';
import {badge} from '../parts.js';
import {address} from '../routes.js';
import {t} from '../words.js';

export function alertPage(main) {
    const list = h('div', {class: 'cards'});
    const none = h('section', {class: 'card', hidden: true}, h('p', {class: 'empty'}, t('alerts.none')));
    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('nav.alerts'))), none, list);
    return watchAlerts(alerts => {
        setShown(none, alerts.length === 0);
        setItems(list, alerts, keyOf, alertCard,
            (node, alert) => setText(node.querySelector('.ago'), ago(alert.raisedAt)));
    });
}

/** An alert whose words change is another card. */
function keyOf(alert) {
    return JSON.stringify([alert.queue, alert.type, alert.raisedAt, alert.details]);
}

function alertCard(alert) {
    return h('section', {class: 'card alert-card alert-' + alert.severity.toLowerCase()},
        h('div', {class: 'card-head'},
            badge('severity', alert.severity), h('h2', {}, alertTitle(alert)),
            h('div', {class: 'buttons'}, alertActions(alert))),
        h('p', {}, alertCause(alert)),
        h('p', {}, h('strong', {}, t('alerts.todo')), ' ', alert.action),
        h('p', {class: 'quiet'},
            h('a', {href: address('queue', [alert.queue])}, t('queue.title', alert.queue)), ' · ',
            t('alerts.since', time(alert.raisedAt)), ' (', h('span', {class: 'ago'}), ')'));
}
