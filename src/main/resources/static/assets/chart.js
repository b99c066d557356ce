// A small line chart of the last minutes. The legend shows the latest values as text, or those under the pointer.

import {h, setAttribute, setText, svg} from './dom.js';
import {clockTime, span} from './format.js';
import {t} from './words.js';

const WIDTH = 600;
const HEIGHT = 120;
const SHORTEST = 60_000;
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
const OUTSIDE = -9;

/**
 * @param series [{key, label, area}]: key is the field of a sample and names the class of the line; null in a sample
 *     leaves a gap
 * @param format of a value
 * @param note what the numbers mean, where the title does not say it
 */
export function lineChart({title, series, format, note = null}) {
    const lines = series.map(each => ({
        ...each,
        line: svg('path', {class: 'line line-' + each.key}),
        shade: each.area ? svg('path', {class: 'shade line-' + each.key}) : null,
        value: h('b', {}, '–')
    }));
    const pointer = svg('line', {class: 'pointer', y1: 0, y2: HEIGHT, x1: OUTSIDE, x2: OUTSIDE});
    const plot = plotNode(lines, pointer);
    const top = h('span', {}, '');
    const from = h('span', {}, '');
    const to = h('span', {}, t('chart.now'));
    const node = h('figure', {class: 'chart'},
        h('figcaption', {}, h('span', {class: 'chart-title'}, title), legend(lines)),
        h('div', {class: 'plot'},
            h('div', {class: 'scale', 'aria-hidden': 'true'}, top, h('span', {}, '0')), plot),
        h('div', {class: 'chart-axis', 'aria-hidden': 'true'}, from, to),
        note && h('p', {class: 'chart-note'}, note));
    let samples = [];
    /** Between 0 (left) and 1 (right); null while no pointer is over the chart. */
    let pointed = null;

    plot.addEventListener('pointermove', event => {
        const box = plot.getBoundingClientRect();
        pointed = (event.clientX - box.left) / box.width;
        showValues();
    });
    plot.addEventListener('pointerleave', () => {
        pointed = null;
        showValues();
    });

    const width = () => Math.max(SHORTEST, samples.at(-1).at - samples[0].at);
    const x = sample => (WIDTH * (1 - (samples.at(-1).at - sample.at) / width())).toFixed(1);

    function draw(next) {
        samples = next;
        if (samples.length === 0) {
            return;
        }
        const highest = roundUp(Math.max(0, ...samples.flatMap(each => series.map(one => each[one.key] ?? 0))));
        const y = value => (HEIGHT - 1 - (HEIGHT - 4) * value / highest).toFixed(1);
        for (const {key, line, shade} of lines) {
            const parts = unbrokenParts(samples, key);
            const points = part => part.map(each => x(each) + ' ' + y(each[key])).join('L');
            setAttribute(line, 'd', parts.map(part => 'M' + points(part)).join(''));
            if (shade) {
                setAttribute(shade, 'd', parts.map(part =>
                    `M${x(part[0])} ${HEIGHT}L${points(part)}L${x(part.at(-1))} ${HEIGHT}Z`).join(''));
            }
        }
        setText(top, format(highest));
        setText(from, t('time.ago', span(width())));
        showValues();
    }

    function showValues() {
        if (samples.length === 0) {
            return;
        }
        const sample = pointed === null ? samples.at(-1) : pointedSample();
        for (const {key, value} of lines) {
            setText(value, isMissing(sample, key) ? '–' : format(sample[key]));
        }
        setText(to, pointed === null ? t('chart.now') : clockTime(sample.at));
        setAttribute(pointer, 'x1', pointed === null ? OUTSIDE : x(sample));
        setAttribute(pointer, 'x2', pointed === null ? OUTSIDE : x(sample));
    }

    function pointedSample() {
        const at = samples.at(-1).at - width() * (1 - pointed);
        const distance = sample => Math.abs(sample.at - at);
        return samples.reduce((nearest, each) => distance(each) < distance(nearest) ? each : nearest);
    }

    return {node, draw};
}

function plotNode(lines, pointer) {
    const gridLine = y => svg('line', {class: 'grid', x1: 0, x2: WIDTH, y1: y, y2: y});
    return svg('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true'},
        gridLine(1), gridLine(HEIGHT / 2 + 1), lines.map(each => each.shade), lines.map(each => each.line), pointer);
}

function legend(lines) {
    return h('ul', {class: 'legend'}, lines.map(({key, label, value}) => h('li', {},
        h('i', {class: 'swatch swatch-' + key, 'aria-hidden': 'true'}), label + ' ', value)));
}

/** To a round number, so that the scale does not change with every sample. */
function roundUp(value) {
    if (value <= 1) {
        return 1;
    }
    const power = 10 ** Math.floor(Math.log10(value));
    return ROUND.find(each => each * power >= value) * power;
}

function unbrokenParts(samples, key) {
    const parts = [];
    let part = null;
    for (const sample of samples) {
        if (isMissing(sample, key)) {
            part = null;
        } else if (part) {
            part.push(sample);
        } else {
            parts.push(part = [sample]);
        }
    }
    return parts;
}

function isMissing(sample, key) {
    return (sample[key] ?? null) === null;
}
