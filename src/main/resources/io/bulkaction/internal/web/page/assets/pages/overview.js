// One card per queue.

import {h, setItems, setShown, setText} from '../dom.js';
import {fairnessView} from '../fairness.js';
import {queueView} from '../queue-view.js';
import {watchQueues} from '../queues.js';
import {quotaSection} from '../quotas.js';
import {rangeChoice} from '../range-choice.js';
import {address} from '../routes.js';
import {t} from '../words.js';
import {welcome} from './welcome.js';

const BARS = 16;

export function overviewPage(main) {
    const first = welcome();
    const cards = h('div', {class: 'cards'});
    const empty = h('p', {class: 'empty'}, t('loading'));
    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('nav.overview')), rangeChoice()), first.node, empty, cards);
    const quotas = quotaSection();
    main.append(quotas.node);
    const opened = new Map();
    const unwatch = watchQueues(statuses => {
        first.update(statuses);
        setShown(empty, statuses.length === 0);
        setText(empty, t('queue.none'));
        setItems(cards, statuses, status => status.queue, status => {
            const card = queueCard(status.queue);
            opened.set(card.node, card);
            return card.node;
        }, (node, status) => opened.get(node).update(status));
    });
    return () => {
        unwatch();
        quotas.stop();
        opened.forEach(card => card.stop());
    };
}

function queueCard(queue) {
    const view = queueView(queue);
    const fairness = fairnessView(queue, BARS, 2);
    const node = h('section', {class: 'card', 'aria-label': queue},
        h('div', {class: 'card-head'},
            h('h2', {}, h('a', {href: address('queue', [queue])}, queue)), view.state, view.buttons),
        view.pauseNote, view.why, view.figures, fairness.node, view.charts);

    function update(status) {
        node.classList.toggle('card-paused', status.isPaused);
        view.update(status);
    }

    function stop() {
        view.stop();
        fairness.stop();
    }

    return {node, update, stop};
}
