// One bar per group, from submit to done, on the axis of the chart above.

import uPlot from './vendor/uplot/uPlot.esm.js';
import {color, watchColors} from './colors.js';
import {h, setText} from './dom.js';
import {count, shortSpan} from './format.js';
import {timeAxis} from './time-chart.js';
import {t} from './words.js';

const ROW = 16;
const AXIS_WIDTH = 56;
const AXIS_HEIGHT = 26;

/** @returns {{node, draw(runs, from, to), stop}}: runs are [{groupId, totalJobs, createdAt, finishedAt, color}] */
export function runBars({title, group, maxBars}) {
    const more = h('span', {class: 'chart-unit'});
    const plot = h('div', {class: 'plot', 'aria-hidden': 'true'});
    const node = h('figure', {class: 'chart-wide'},
        h('figcaption', {}, h('span', {class: 'chart-title'}, title), ' ', more), plot);
    let chart = null;
    let rows = [];
    let end = 0;

    function paint(u) {
        const {ctx, bbox} = u;
        const ratio = devicePixelRatio;
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.font = `${10 * ratio}px system-ui`;
        ctx.textBaseline = 'middle';
        rows.forEach((run, i) => {
            const x = time => u.valToPos(time / 1_000, 'x', true);
            const left = x(Date.parse(run.createdAt));
            const right = Math.max(left + 2 * ratio, x(run.finishedAt ? Date.parse(run.finishedAt) : end));
            const top = bbox.top + i * ROW * ratio;
            ctx.fillStyle = color(run.color);
            ctx.fillRect(left, top + 2 * ratio, right - left, (ROW - 4) * ratio);
            label(ctx, run, {left: Math.max(left, bbox.left), right, width: bbox.left + bbox.width}, top + ROW * ratio / 2);
        });
        ctx.restore();
    }

    function create() {
        chart?.destroy();
        chart = new uPlot({
            width: Math.max(120, plot.clientWidth), height: rows.length * ROW + AXIS_HEIGHT + 8, legend: {show: false},
            padding: [4, 8, 0, 0], cursor: {y: false, drag: {x: false, y: false}, sync: {key: group}},
            scales: {x: {time: true}, y: {range: [0, 1]}},
            axes: [timeAxis(), {size: AXIS_WIDTH, values: () => [], grid: {show: false}, ticks: {show: false}}],
            series: [{}, {points: {show: false}}], hooks: {draw: [paint]}
        }, [[0, 1], [null, null]], plot);
    }

    function draw(runs, from, to) {
        const before = rows.length;
        rows = chosen(runs.filter(run => !run.finishedAt || Date.parse(run.finishedAt) >= from), maxBars);
        end = to;
        setText(more, runs.length > rows.length ? t('fairness.shown', count(rows.length), count(runs.length)) : '');
        if (!chart || before !== rows.length) {
            create();
        }
        chart.setData([[from / 1_000, to / 1_000], [null, null]], false);
        chart.setScale('x', {min: from / 1_000, max: to / 1_000});
    }

    const resizing = new ResizeObserver(() =>
        chart?.setSize({width: Math.max(120, plot.clientWidth), height: rows.length * ROW + AXIS_HEIGHT + 8}));
    resizing.observe(plot);
    const unwatch = watchColors(() => chart?.redraw(false));
    return {
        node, draw,
        stop: () => {
            resizing.disconnect();
            unwatch();
            chart?.destroy();
        }
    };
}

/** The largest ones, because they are what the others share with, and the latest; by arrival. */
function chosen(runs, max) {
    const largest = runs.toSorted((a, b) => b.totalJobs - a.totalJobs).slice(0, Math.ceil(max / 4));
    const latest = runs.filter(run => !largest.includes(run)).slice(-(max - largest.length));
    return runs.filter(run => largest.includes(run) || latest.includes(run));
}

/** Beside the bar where there is room, else in it. */
function label(ctx, run, {left, right, width}, y) {
    const took = run.finishedAt ? ' · ' + shortSpan(Date.parse(run.finishedAt) - Date.parse(run.createdAt)) : '';
    const text = `${run.groupId} · ${count(run.totalJobs)}${took}`;
    const gap = 4 * devicePixelRatio;
    const room = ctx.measureText(text).width + 2 * gap;
    if (right + room <= width) {
        ctx.fillStyle = color('text');
        ctx.textAlign = 'left';
        ctx.fillText(text, right + gap, y);
    } else if (left - room > 60 * devicePixelRatio && right - left < room) {
        ctx.fillStyle = color('text');
        ctx.textAlign = 'right';
        ctx.fillText(text, left - gap, y);
    } else {
        ctx.fillStyle = color('card');
        ctx.textAlign = 'left';
        ctx.fillText(text, left + gap, y);
    }
}
