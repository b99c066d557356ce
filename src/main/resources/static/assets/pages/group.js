// Everything about the current or last run of one group.

import {get, segment} from '../api.js';
import {h, replaceIfChanged} from '../dom.js';
import {count, rate, span, time} from '../format.js';
import {badge, facts, progressBar} from '../parts.js';
import {poll} from '../poll.js';
import {address} from '../routes.js';
import {t, word} from '../words.js';

export function groupPage(main, {parts: [queue = 'default', id = '']}) {
    const body = h('section', {class: 'card', 'aria-label': t('group')}, h('p', {class: 'empty'}, t('loading')));
    main.append(
        h('div', {class: 'heading'}, h('h1', {tabindex: -1, class: 'id'}, t('group.title', id)),
            h('a', {href: address('failed', [queue], {groupId: id})}, t('group.failures'))), body);
    return poll(async signal => {
        const group = await get('/api/bulk-actions/' + segment(id), {queue}, signal);
        replaceIfChanged(body, JSON.stringify(group), () => [progressBar(group), facts([
            [t('groups.status'), badge('status', group.status)],
            [t('queue'), h('a', {href: address('queue', [queue])}, queue)],
            [t('group.level'), word('level', group.priorityLevel)],
            [t('group.run'), count(group.run)],
            ...[['total', 'totalJobs'], ['success', 'successCount'], ['failed', 'failedCount'],
                ['cancelled', 'cancelledCount'], ['resolved', 'resolvedCount'], ['pending', 'pending'],
                ['ready', 'ready'], ['nonReady', 'nonReady'], ['inFlight', 'inFlight']]
                .map(([name, field]) => [t('group.' + name), count(group[field])]),
            [t('group.rate'), rate(group.jobsPerSecond)],
            [t('group.eta'), group.etaSeconds === null || group.finishedAt ? null : span(group.etaSeconds * 1_000)],
            [t('group.created'), time(group.createdAt)],
            [t('group.started'), group.startedAt && time(group.startedAt)],
            [t('group.finished'), group.finishedAt && time(group.finishedAt)]
        ])]);
    }, problem => replaceIfChanged(body, problem.message, () => h('p', {class: 'empty'}, problem.message))).stop;
}
