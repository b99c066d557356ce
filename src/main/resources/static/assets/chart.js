// A small line chart of the last minutes. Its numbers stand in the legend as text, too.

import {h, setAttribute, setText, svg} from './dom.js';
import {span} from './format.js';
import {t} from './words.js';

const WIDTH = 600;
const HEIGHT = 120;
const SHORTEST = 60_000;

/** @param series [{key, label}]: key of the sample and class of the line; @param format of a value */
export function lineChart(title, series, format) {
    const lines = series.map(each => svg('path', {class: 'line line-' + each.key}));
    const plot = svg('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true'},
        [0.25, 0.5, 0.75].map(part => svg('line', {
            class: 'grid', x1: 0, x2: WIDTH, y1: HEIGHT * part, y2: HEIGHT * part
        })), lines);
    const values = series.map(() => h('b', {}, '–'));
    const top = h('span', {class: 'chart-top', 'aria-hidden': 'true'});
    const from = h('span', {'aria-hidden': 'true'});
    const node = h('figure', {class: 'chart'},
        h('figcaption', {}, h('span', {class: 'chart-title'}, title),
            h('ul', {class: 'legend'}, series.map((each, i) => h('li', {},
                h('i', {class: 'swatch swatch-' + each.key, 'aria-hidden': 'true'}), each.label + ' ', values[i])))),
        h('div', {class: 'plot'}, top, plot),
        h('div', {class: 'chart-axis'}, from, h('span', {'aria-hidden': 'true'}, t('chart.now'))));

    function draw(samples) {
        if (samples.length === 0) {
            return;
        }
        const last = samples.at(-1);
        const width = Math.max(SHORTEST, last.at - samples[0].at);
        const highest = Math.max(1, ...samples.flatMap(each => series.map(one => each[one.key] ?? 0)));
        series.forEach((each, i) => {
            setAttribute(lines[i], 'd', path(samples, each.key, last.at, width, highest));
            setText(values[i], last[each.key] === null ? '–' : format(last[each.key]));
        });
        setText(top, format(highest));
        setText(from, t('time.ago', span(width)));
    }

    return {node, draw};
}

function path(samples, key, end, width, highest) {
    return samples.filter(each => each[key] !== null).map((each, i) => {
        const x = WIDTH * (1 - (end - each.at) / width);
        const y = HEIGHT - 2 - (HEIGHT - 6) * each[key] / highest;
        return (i === 0 ? 'M' : 'L') + x.toFixed(1) + ' ' + y.toFixed(1);
    }).join('');
}
