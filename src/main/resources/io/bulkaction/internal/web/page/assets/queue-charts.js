// The charts of one queue: how fast, how full, how long the wait.

import {h} from './dom.js';
import {rate, shortCount, shortSpan} from './format.js';
import {chosenRange, history, RANGES, watchHistory} from './history.js';
import {timeChart} from './time-chart.js';
import {t, word} from './words.js';

const DASHED = [6, 3];
const DOTTED = [2, 3];
const MARK_COLORS = {PAUSE: 'warn', RESUME: 'good', START: 'median'};

/** A start says the version, because it may be a deploy; its text is the instance and its version. */
function markLabel(kind, text) {
    const version = kind === 'START' ? text.split(' ')[1] : null;
    return word('mark', kind) + (version ? ' ' + version : '');
}

export function queueCharts(queue) {
    const line = (key, color, more = {}) => ({key, color, label: t('chart.' + key), ...more});
    const chart = (name, options) => timeChart({
        title: t('chart.' + name), unit: t('chart.' + name + '.unit'), group: 'queue ' + queue, ...options
    });
    const charts = [
        chart('throughput', {series: [line('rate', 'active', {fill: true})], format: rate}),
        chart('sizes', {
            series: [
                line('waiting', 'waiting'), line('delayed', 'delayed', {dash: DASHED}), line('active', 'active'),
                line('failed', 'failed', {dash: DOTTED})
            ],
            format: shortCount, mayBeLog: true
        }),
        chart('wait', {
            series: [line('p95', 'slow', {dash: DASHED}), line('p50', 'median')], format: shortSpan, mayBeLog: true,
            note: t('chart.wait.note')
        })
    ];

    function draw() {
        const {samples, marks} = history(queue);
        const shown = marks.map(({at, kind, text}) => ({at, label: markLabel(kind, text), color: MARK_COLORS[kind] ?? 'quiet'}));
        charts.forEach(each => each.draw(samples, Date.now() - RANGES[chosenRange()], shown));
    }

    const unwatch = watchHistory(draw);
    return {
        node: h('div', {class: 'charts'}, charts.map(each => each.node)),
        stop: () => {
            unwatch();
            charts.forEach(each => each.stop());
        }
    };
}
