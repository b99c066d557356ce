// The charts of one queue: how fast, how full, how long the wait.

import {h} from './dom.js';
import {rate, shortCount, shortSpan} from './format.js';
import {history} from './queues.js';
import {timeChart} from './time-chart.js';
import {t} from './words.js';

const RANGE = 10 * 60_000;
const DASHED = [6, 3];
const DOTTED = [2, 3];

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
        const samples = history(queue);
        charts.forEach(each => each.draw(samples, Date.now() - RANGE));
    }

    return {
        node: h('div', {class: 'charts'}, charts.map(each => each.node)), draw,
        stop: () => charts.forEach(each => each.stop())
    };
}
