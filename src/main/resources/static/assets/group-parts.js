// How a group is shown wherever it appears.

import {h} from './dom.js';
import {count, fraction, percent, span} from './format.js';
import {badge, groupLink} from './parts.js';
import {t} from './words.js';

export {badge, groupLink};

/** How far a group is: succeeded, failed, settled otherwise, running, and the rest. */
export function progressBar(group) {
    const text = t('group.bar', percent(group.percent), count(group.doneJobs), count(group.totalJobs),
        count(group.failedCount), count(group.inFlight));
    const shares = [
        ['success', group.successCount], ['failed', group.failedCount],
        ['other', group.cancelledCount + group.resolvedCount], ['running', group.inFlight],
        ['left', group.pending + group.ready + group.nonReady]
    ];
    const bar = h('div', {class: 'bar', role: 'img', 'aria-label': text, title: text});
    for (const [name, jobs] of shares.filter(([, jobs]) => jobs > 0)) {
        const part = h('span', {class: 'bar-' + name});
        part.style.flexGrow = String(jobs);
        bar.append(part);
    }
    return h('div', {class: 'progress'}, bar, h('span', {}, percent(group.percent)));
}

/** Its part of the throughput, with a mark where an equal part would be. */
export function shareMeter({share, fairShare}) {
    if (fairShare === null) {
        return '–';
    }
    const text = t('group.share.text', share === null ? '–' : fraction(share), fraction(fairShare));
    // why twice the fair share: the mark stands in the middle, so more and less than fair are seen at a glance
    const full = Math.max(2 * fairShare, share ?? 0);
    return meter(share === null ? '–' : fraction(share), text, (share ?? 0) / full, 'share', fairShare / full);
}

/** Tokens of the current window of the rate limit. */
export function tokenMeter({rateLimit}) {
    if (!rateLimit) {
        return '–';
    }
    const {used, limit} = rateLimit;
    const text = t('group.tokens.text', count(used), count(limit));
    return meter(count(used) + '/' + count(limit), text, used / Math.max(1, limit), 'tokens');
}

function meter(label, text, part, kind, mark = null) {
    const fill = h('span', {class: 'meter-fill meter-' + kind});
    fill.style.width = 100 * Math.min(1, part) + '%';
    const bar = h('span', {class: 'meter', 'aria-hidden': 'true'}, fill);
    if (mark !== null) {
        const line = h('span', {class: 'meter-mark'});
        line.style.left = 100 * mark + '%';
        bar.append(line);
    }
    return h('span', {class: 'metered', title: text},
        bar, h('span', {'aria-hidden': 'true'}, label), h('span', {class: 'unseen'}, text));
}

export function congestionBadge(congestion) {
    return congestion ? badge('congestion', congestion.level) : '–';
}

export function eta(group) {
    return group.etaSeconds === null || group.finishedAt ? '–' : span(group.etaSeconds * 1_000);
}
