// A chart over time: axes that begin at 0, with their unit; hovering shows one moment in all charts of a page.

import uPlot from './vendor/uplot/uPlot.esm.js';
import {color, translucent, watchColors} from './colors.js';
import {h, setText} from './dom.js';
import {axisTime, clockTime} from './format.js';
import {drawMarks} from './chart-marks.js';
import {t} from './words.js';

const HEIGHT = 150;
const SHORTEST = 60;
/** Beyond this, one line would press the others onto the axis, and the scale becomes logarithmic. */
const TOO_DIFFERENT = 50;

/**
 * @param series [{key, label, color, dash, fill}]: key is the field of a sample; null in a sample leaves a gap; color is
 *     the name of a variable
 * @param format of a value
 * @param group charts of one group show the same moment under the pointer
 * @param mayBeLog whether numbers of very different size may be shown on a logarithmic scale
 * @returns {{node, draw(samples, from, marks), stop}}
 */
export function timeChart({title, unit, series, format, group, note = null, mayBeLog = false}) {
    const values = series.map(() => h('b', {}, '–'));
    const scale = h('span', {class: 'chart-scale'});
    const moment = h('span', {class: 'chart-moment'});
    const plot = h('div', {class: 'plot', 'aria-hidden': 'true'});
    const node = h('figure', {class: 'chart'},
        h('figcaption', {},
            h('span', {class: 'chart-title'}, title), ' ', h('span', {class: 'chart-unit'}, unit), scale, moment,
            legend(series, values)),
        plot, note && h('p', {class: 'chart-note'}, note));
    let chart = null;
    let isLog = false;
    let marks = [];

    function showValues(u) {
        const last = u.data[0].length - 1;
        const index = u.cursor.idx ?? last;
        series.forEach((_, i) => {
            const value = index < 0 ? null : u.data[i + 1][index];
            setText(values[i], value === null || value === undefined ? '–' : format(value));
        });
        setText(moment, u.cursor.idx === null || u.cursor.idx === undefined ? '' : clockTime(u.data[0][index] * 1_000));
    }

    function create(data) {
        chart?.destroy();
        chart = new uPlot(options(), data, plot);
    }

    function options() {
        return {
            width: Math.max(120, plot.clientWidth), height: HEIGHT, legend: {show: false}, padding: [8, 8, 0, 0],
            cursor: {y: false, drag: {x: false, y: false}, sync: {key: group}, points: {size: 6}},
            scales: {x: {time: true}, y: {range: (_, _min, max) => [0, roundUp(max)], distr: isLog ? 4 : 1, asinh: 1}},
            axes: [timeAxis(), valueAxis(format, isLog)],
            series: [{}, ...series.map(each => ({
                stroke: () => color(each.color), width: 2, dash: each.dash, points: {show: false},
                fill: each.fill ? () => translucent(each.color, .15) : undefined
            }))],
            hooks: {setCursor: [showValues], setData: [showValues], draw: [u => drawMarks(u, marks)]}
        };
    }

    /** @param from start of the time axis, in ms; later if there is nothing before */
    function draw(samples, from, newMarks = []) {
        if (samples.length === 0) {
            return;
        }
        marks = newMarks;
        const data = [
            samples.map(each => each.at / 1_000), ...series.map(({key}) => samples.map(each => each[key] ?? null))
        ];
        const wantsLog = mayBeLog && areVeryDifferent(data.slice(1));
        if (!chart || wantsLog !== isLog) {
            isLog = wantsLog;
            setText(scale, isLog ? ' · ' + t('chart.log') : '');
            create(data);
        } else {
            chart.setData(data, false);
        }
        const to = samples.at(-1).at / 1_000;
        chart.setScale('x', {min: Math.min(Math.max(from, samples[0].at) / 1_000, to - SHORTEST), max: to});
    }

    const resizing = new ResizeObserver(() => chart?.setSize({width: Math.max(120, plot.clientWidth), height: HEIGHT}));
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

export function timeAxis() {
    return {
        stroke: () => color('quiet'), font: '12px system-ui', size: 26, space: 70, gap: 4,
        grid: {stroke: () => color('line'), width: 1}, ticks: {show: false},
        values: (u, splits) => splits.map(each => axisTime(each * 1_000, u.scales.x.max - u.scales.x.min))
    };
}

export function valueAxis(format, isLog) {
    return {
        stroke: () => color('quiet'), font: '12px system-ui', size: 56, space: 30, gap: 6,
        grid: {stroke: () => color('line'), width: 1}, ticks: {show: false},
        splits: (u, _, min, max) => isLog ? decades(max) : evenSteps(max),
        values: (u, splits) => splits.map(each => each === null ? '' : format(each))
    };
}

function evenSteps(max) {
    return [0, max / 2, max];
}

/** 0, 1, 10, 100 …, thinned out to at most five. */
function decades(max) {
    const count = Math.floor(Math.log10(Math.max(1, max))) + 1;
    const step = Math.ceil(count / 4);
    return [0, ...Array.from({length: Math.ceil(count / step)}, (_, i) => 10 ** (i * step))];
}

function areVeryDifferent(lines) {
    const highest = lines.map(line => Math.max(0, ...line)).filter(each => each > 0);
    return highest.length > 1 && Math.max(...highest) > TOO_DIFFERENT * Math.min(...highest);
}

const ROUND = [1, 2, 4, 6, 8, 10];

/** To a round number, so that the scale does not change with every sample. */
export function roundUp(value) {
    if (!(value > 1)) {
        return 1;
    }
    const power = 10 ** Math.floor(Math.log10(value));
    return ROUND.find(each => each * power >= value) * power;
}

function legend(series, values) {
    return h('ul', {class: 'legend'}, series.map(({key, label}, i) => h('li', {},
        h('i', {class: 'swatch swatch-' + key, 'aria-hidden': 'true'}), label + ' ', values[i])));
}
