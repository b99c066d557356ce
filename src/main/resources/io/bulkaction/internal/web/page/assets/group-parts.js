// How a group is shown wherever it appears.

import {h} from './dom.js';
import {count, fraction, percent, span} from './format.js';
import {badge} from './parts.js';
import {t} from './words.js';

const FINISHED = ['COMPLETED', 'FAILED', 'CANCELLED'];

export function isFinished(group) {
    return FINISHED.includes(group.status);
}

export function canBeCancelled(group) {
    return !isFinished(group) && !['CANCELLING', 'AGGREGATING'].includes(group.status);
}

/** How far a group is: succeeded, failed, cancelled or resolved, in flight, and the rest. */
export function progressBar(group) {
    const text = t('group.bar', percent(group.percent), count(group.doneJobs), count(group.totalJobs),
        count(group.failedCount), count(group.inFlight));
    const parts = [
        ['success', group.successCount], ['failed', group.failedCount],
        ['other', group.cancelledCount + group.resolvedCount + group.expiredCount], ['running', group.inFlight],
        ['left', group.pending + group.ready + group.nonReady + group.scheduled]
    ];
    const bar = h('div', {class: 'bar', role: 'img', 'aria-label': text, title: text});
    for (const [name, jobs] of parts.filter(([, jobs]) => jobs > 0)) {
        const part = h('span', {class: 'bar-' + name});
        part.style.flexGrow = String(jobs);
        bar.append(part);
    }
    return h('div', {class: 'progress'}, bar, h('span', {}, percent(group.percent)));
}

/** The group's share of the throughput, with a mark at its fair share. */
export function shareMeter({share, fairShare}) {
    if (fairShare === null) {
        return '–';
    }
    const label = share === null ? '–' : fraction(share);
    // why twice the fair share: its mark is then in the middle, and more or less than fair is seen at a glance
    const full = Math.max(2 * fairShare, share ?? 0);
    return meter({
        label, text: t('group.share.text', label, fraction(fairShare)), kind: 'share', part: (share ?? 0) / full,
        mark: fairShare / full
    });
}

/** Tokens used in the current window of the rate limit. */
export function tokenMeter({rateLimit}) {
    if (!rateLimit) {
        return '–';
    }
    const {used, limit} = rateLimit;
    return meter({
        label: count(used) + '/' + count(limit), text: t('group.tokens.text', count(used), count(limit)),
        kind: 'tokens', part: used / Math.max(1, limit)
    });
}

function meter({label, text, kind, part, mark = null}) {
    const fill = h('span', {class: 'meter-fill meter-' + kind});
    fill.style.width = 100 * Math.min(1, part) + '%';
    const bar = h('span', {class: 'meter', 'aria-hidden': 'true'}, fill);
    if (mark !== null) {
        const line = h('span', {class: 'meter-mark'});
        line.style.left = 100 * mark + '%';
        bar.append(line);
    }
    return h('span', {class: 'labelled-meter', title: text},
        bar, h('span', {'aria-hidden': 'true'}, label), h('span', {class: 'visually-hidden'}, text));
}

export function congestionBadge(congestion) {
    return congestion ? badge('congestion', congestion.level) : '–';
}

export function timeLeft(group) {
    return group.etaSeconds === null || group.finishedAt ? '–' : span(group.etaSeconds * 1_000);
}
