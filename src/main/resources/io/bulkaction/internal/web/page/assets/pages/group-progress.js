// How far a run was and when: its beginning, what this page has seen since it was opened, and its end.

import {h, setShown} from '../dom.js';
import {shortCount} from '../format.js';
import {timeChart} from '../time-chart.js';
import {t} from '../words.js';

const CLOSEST = 1_000;

export function progressOverTime() {
    const chart = timeChart({
        title: t('group.over.time'), unit: t('chart.sizes.unit'), group: 'group progress', format: shortCount,
        note: t('group.over.time.note'),
        series: [
            {key: 'waiting', color: 'waiting', label: t('group.left')},
            {key: 'active', color: 'active', label: t('group.success'), fill: true},
            {key: 'failed', color: 'failed', label: t('group.failed'), dash: [2, 3]}
        ]
    });
    const node = h('section', {class: 'card', 'aria-label': t('group.over.time'), hidden: true},
        h('div', {class: 'charts'}, chart.node));
    let run = null;
    let samples = [];

    function show(group) {
        if (run !== group.run) {
            run = group.run;
            samples = [sample(Date.parse(group.createdAt), group.totalJobs, 0, 0)];
        }
        const at = group.finishedAt ? Date.parse(group.finishedAt) : Date.now();
        if (at - samples.at(-1).at >= CLOSEST) {
            samples.push(sample(at, group.totalJobs - group.doneJobs, group.successCount, group.failedCount));
        }
        setShown(node, samples.length > 1);
        chart.draw(samples, samples[0].at);
    }

    return {node, show, stop: chart.stop};
}

function sample(at, waiting, active, failed) {
    return {at, waiting, active, failed};
}
