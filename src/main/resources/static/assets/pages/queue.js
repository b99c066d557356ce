// One queue: its state, its groups, the workers of this instance and all instances.

import {h} from '../dom.js';
import {queueHeading} from '../parts.js';
import {queueView} from '../queue-view.js';
import {watchQueues} from '../queues.js';
import {address} from '../routes.js';
import {t} from '../words.js';
import {groupSection} from './groups.js';
import {instanceSection} from './instances.js';
import {poolSection} from './pool.js';

export function queuePage(main, {parts: [queue = 'default'], query}) {
    const view = queueView(queue);
    const sections = [groupSection(queue, query), poolSection(queue), instanceSection(queue)];
    main.append(
        queueHeading(t('nav.queue'), queue, other => address('queue', [other]), view.state, view.buttons),
        h('section', {class: 'card', 'aria-label': queue}, view.pauseNote, view.figures, view.charts),
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
        sections.forEach(each => each.stop());
    };
}
