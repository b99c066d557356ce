// One queue: its state, its groups, the workers of this instance and all instances.

import {h} from '../dom.js';
import {fairnessView} from '../fairness.js';
import {queueHeading} from '../parts.js';
import {queueView} from '../queue-view.js';
import {watchQueues} from '../queues.js';
import {rangeChoice} from '../range-choice.js';
import {address} from '../routes.js';
import {t} from '../words.js';
import {groupSection} from './groups.js';
import {instanceSection} from './instances.js';
import {poolSection} from './pool.js';
import {limitSection} from './queue-limits.js';

const BARS = 40;

export function queuePage(main, {parts: [queue = 'default'], query}) {
    const view = queueView(queue);
    const fairness = fairnessView(queue, BARS, 1);
    const sections = [groupSection(queue, query), poolSection(queue), limitSection(queue), instanceSection(queue)];
    main.append(
        queueHeading(t('nav.queue'), queue, other => address('queue', [other]), view.state, view.buttons),
        h('section', {class: 'card', 'aria-label': queue}, view.pauseNote, view.why, view.figures,
            fairness.node, h('div', {class: 'card-head'}, rangeChoice()), view.charts),
        ...sections.map(each => each.node));
    const unwatch = watchQueues(statuses => {
        const status = statuses.find(each => each.queue === queue);
        if (status) {
            view.update(status);
        }
    });
    return () => {
        unwatch();
        view.stop();
        fairness.stop();
        sections.forEach(each => each.stop());
    };
}
