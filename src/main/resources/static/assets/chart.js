// A small line chart of the last minutes. Its numbers stand in the legend as text; a pointer over it reads older ones.

import {h, setAttribute, setText, svg} from './dom.js';
import {clockTime, span} from './format.js';
import {t} from './words.js';

const WIDTH = 600;
const HEIGHT = 120;
const SHORTEST = 60_000;
const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/**
 * @param series [{key, label, area}]: key of the sample and class of the line; null in a sample leaves a gap
 * @param format of a value
 * @param note what the numbers are of, where the title does not say it
 */
export function lineChart({title, series, format, note = null}) {
    const drawn = series.map(each => ({
        ...each,
        line: svg('path', {class: 'line line-' + each.key}),
        shade: each.area ? svg('path', {class: 'shade line-' + each.key}) : null,
        value: h('b', {}, '–')
    }));
    const pointer = svg('line', {class: 'pointer', y1: 0, y2: HEIGHT, x1: -9, x2: -9});
    const plot = svg('svg', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true'},
        [0, 0.5].map(part => svg('line', {
            class: 'grid', x1: 0, x2: WIDTH, y1: HEIGHT * part + 1, y2: HEIGHT * part + 1
        })), drawn.map(each => each.shade), drawn.map(each => each.line), pointer);
    const top = h('span', {}, '');
    const from = h('span', {}, '');
    const to = h('span', {}, t('chart.now'));
    const node = h('figure', {class: 'chart'},
        h('figcaption', {}, h('span', {class: 'chart-title'}, title),
            h('ul', {class: 'legend'}, drawn.map(each => h('li', {},
                h('i', {class: 'swatch swatch-' + each.key, 'aria-hidden': 'true'}), each.label + ' ', each.value)))),
        h('div', {class: 'plot'},
            h('div', {class: 'scale', 'aria-hidden': 'true'}, top, h('span', {}, '0')), plot),
        h('div', {class: 'chart-axis', 'aria-hidden': 'true'}, from, to),
        note && h('p', {class: 'chart-note'}, note));
    let samples = [];
    let pointed = null;

    plot.addEventListener('pointermove', event => {
        const box = plot.getBoundingClientRect();
        pointed = (event.clientX - box.left) / box.width;
        read();
    });
    plot.addEventListener('pointerleave', () => {
        pointed = null;
        read();
    });

    const width = () => Math.max(SHORTEST, samples.at(-1).at - samples[0].at);
    const x = at => WIDTH * (1 - (samples.at(-1).at - at) / width());

    function draw(next) {
        samples = next;
        if (samples.length === 0) {
            return;
        }
        const highest = ceiling(Math.max(0, ...samples.flatMap(each => series.map(one => each[one.key] ?? 0))));
        const y = value => HEIGHT - 1 - (HEIGHT - 4) * value / highest;
        for (const each of drawn) {
            const runs = unbroken(samples, each.key);
            const points = run => run.map(one => x(one.at).toFixed(1) + ' ' + y(one[each.key]).toFixed(1)).join('L');
            setAttribute(each.line, 'd', runs.map(run => 'M' + points(run)).join(''));
            if (each.shade) {
                setAttribute(each.shade, 'd', runs.map(run => `M${x(run[0].at).toFixed(1)} ${HEIGHT}L${points(run)}`
                    + `L${x(run.at(-1).at).toFixed(1)} ${HEIGHT}Z`).join(''));
            }
        }
        setText(top, format(highest));
        setText(from, t('time.ago', span(width())));
        read();
    }

    /** Shows the sample under the pointer, or the last one. */
    function read() {
        if (samples.length === 0) {
            return;
        }
        const last = samples.at(-1);
        const at = pointed === null ? last.at : last.at - width() * (1 - pointed);
        const sample = samples.reduce((best, each) => Math.abs(each.at - at) < Math.abs(best.at - at) ? each : best);
        for (const {key, value} of drawn) {
            setText(value, (sample[key] ?? null) === null ? '–' : format(sample[key]));
        }
        setText(to, pointed === null ? t('chart.now') : clockTime(sample.at));
        setAttribute(pointer, 'x1', pointed === null ? -9 : x(sample.at).toFixed(1));
        setAttribute(pointer, 'x2', pointed === null ? -9 : x(sample.at).toFixed(1));
    }

    return {node, draw};
}

/** The next round number, so that the scale does not change with every sample. */
function ceiling(value) {
    if (value <= 1) {
        return 1;
    }
    const power = 10 ** Math.floor(Math.log10(value));
    return ROUND.find(each => each * power >= value) * power;
}

function unbroken(samples, key) {
    const runs = [];
    let run = null;
    for (const each of samples) {
        if ((each[key] ?? null) === null) {
            run = null;
        } else if (run) {
            run.push(each);
        } else {
            runs.push(run = [each]);
        }
    }
    return runs;
}
