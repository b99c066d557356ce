// Who got what: jobs per second of each group, and below, on the same axis, how long each group was there.

import {get} from './api.js';
import {areaChart} from './area-chart.js';
import {h, replaceIfChanged, setShown} from './dom.js';
import {rate, shortSpan} from './format.js';
import {facts} from './parts.js';
import {poll} from './poll.js';
import {runBars} from './run-bars.js';
import {t} from './words.js';

const MINUTES = 5;
const SHORTEST = 20_000;
/** Colours of the named groups, the one with the most jobs first; the rest share one. */
export const GROUP_COLORS = ['group-1', 'group-2', 'group-3', 'group-4', 'group-5', 'group-6'];
const OTHERS = 'others';

/**
 * @param maxBars how many groups have a bar of their own
 * @param minGroups with fewer it is not shown: nobody shares anything
 */
export function fairnessView(queue, maxBars, minGroups) {
    const headline = h('p', {class: 'headline'});
    const sync = 'fairness ' + queue;
    const areas = areaChart({title: t('fairness.title'), unit: t('chart.throughput.unit'), format: rate, group: sync});
    const bars = runBars({title: t('fairness.runs'), group: sync, maxBars});
    const waits = h('div', {class: 'fairness-waits'});
    const node = h('div', {class: 'fairness', hidden: true}, headline, areas.node, bars.node, waits);

    function show(found) {
        const named = found.groups.slice(0, GROUP_COLORS.length);
        setShown(node, found.runs.length >= minGroups);
        if (node.hidden) {
            return;
        }
        const to = Date.parse(found.at);
        const from = startOf(found, to);
        replaceIfChanged(headline, found.headline?.sentence ?? '', () => found.headline?.sentence ?? t('fairness.none'));
        headline.classList.toggle('quiet', !found.headline);
        const colorOf = groupId => GROUP_COLORS[named.indexOf(groupId)] ?? OTHERS;
        areas.draw({
            times: found.slots.map(slot => Date.parse(slot.at)), from, to,
            series: [
                ...named.map((groupId, i) => ({
                    label: groupId, color: colorOf(groupId), values: found.slots.map(slot => perSecond(slot.jobs[i]))
                })),
                {label: t('fairness.others'), color: OTHERS, values: found.slots.map(slot => perSecond(slot.others))}
            ]
        });
        bars.draw(found.runs.map(run => ({...run, color: colorOf(run.groupId)})), from, to);
        replaceIfChanged(waits, JSON.stringify(found.waits), () => waitFacts(found.waits));

        function perSecond(jobs) {
            return (jobs ?? 0) * 1_000 / found.stepMillis;
        }
    }

    const poller = poll(async signal => show(await get('/admin/queue/fairness', {queue, minutes: MINUTES}, signal)));
    return {
        node,
        stop: () => {
            poller.stop();
            areas.stop();
            bars.stop();
        }
    };
}

/** Not earlier than anything happened, so that what did has room. */
function startOf({slots, runs}, to) {
    const first = Math.min(
        ...slots.filter(slot => slot.others > 0 || slot.jobs.some(jobs => jobs > 0)).map(slot => Date.parse(slot.at)),
        ...runs.map(run => Date.parse(run.createdAt)), to - SHORTEST);
    return Math.max(first - (to - first) / 50, to - MINUTES * 60_000);
}

function waitFacts({firstJob, smallGroups, largest}) {
    const times = each => each.count === 0 ? null : shortSpan(each.p50Millis) + ' / ' + shortSpan(each.p95Millis);
    return facts([
        [t('fairness.first'), times(firstJob)],
        [t('fairness.small'), times(smallGroups)],
        [largest && t(largest.doneJobs < largest.totalJobs ? 'fairness.largest' : 'fairness.largest.done', largest.groupId),
            largest && shortSpan(largest.millis)]
    ]);
}
