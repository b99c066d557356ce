// Areas on top of each other: the whole height is the sum.

import uPlot from './vendor/uplot/uPlot.esm.js';
import {color, translucent, watchColors} from './colors.js';
import {h, replaceIfChanged, setText} from './dom.js';
import {clockTime} from './format.js';
import {roundUp, timeAxis, valueAxis} from './time-chart.js';

const HEIGHT = 190;

/** @returns {{node, draw({times, from, to, series: [{label, color, values}]}), stop}} */
export function areaChart({title, unit, format, group}) {
    const list = h('ul', {class: 'legend'});
    const moment = h('span', {class: 'chart-moment'});
    const plot = h('div', {class: 'plot', 'aria-hidden': 'true'});
    const node = h('figure', {class: 'chart-wide'},
        h('figcaption', {}, h('span', {class: 'chart-title'}, title), ' ', h('span', {class: 'chart-unit'}, unit), moment,
            list), plot);
    let chart = null;
    let shown = [];
    let made = '';

    function showValues(u) {
        const index = u.cursor.idx ?? u.data[0].length - 1;
        [...list.querySelectorAll('b')].forEach((value, i) => setText(value, format(shown[i]?.values[index] ?? 0)));
        setText(moment, u.cursor.idx === null || u.cursor.idx === undefined ? '' : clockTime(u.data[0][index] * 1_000));
    }

    function create(data) {
        chart?.destroy();
        chart = new uPlot({
            width: Math.max(120, plot.clientWidth), height: HEIGHT, legend: {show: false}, padding: [8, 8, 0, 0],
            cursor: {y: false, drag: {x: false, y: false}, sync: {key: group}, points: {show: false}},
            scales: {x: {time: true}, y: {range: (_, _min, max) => [0, roundUp(max)]}},
            axes: [timeAxis(), valueAxis(format, false)],
            series: [{}, ...shown.map(each => ({
                stroke: () => color(each.color), width: 1, points: {show: false}, fill: () => translucent(each.color, .75)
            }))],
            bands: shown.slice(1).map((_, i) => ({series: [i + 2, i + 1]})),
            hooks: {setCursor: [showValues], setData: [showValues]}
        }, data, plot);
    }

    function draw({times, from, to, series}) {
        shown = series;
        replaceIfChanged(list, JSON.stringify(series.map(each => [each.label, each.color])), () => series.map(legendItem));
        const data = [times.map(each => each / 1_000), ...stacked(series)];
        const wanted = series.map(each => each.color + each.label).join('\n');
        if (chart && wanted === made) {
            chart.setData(data, false);
        } else {
            made = wanted;
            create(data);
        }
        chart.setScale('x', {min: from / 1_000, max: to / 1_000});
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

/** Each line is the sum of its own values and those of all before. */
function stacked(series) {
    const sums = series[0].values.map(() => 0);
    return series.map(({values}) => values.map((value, i) => sums[i] += value));
}

function legendItem({label, color: name}) {
    return h('li', {}, h('i', {class: 'patch patch-' + name, 'aria-hidden': 'true'}), label + ' ', h('b', {}, '–'));
}
