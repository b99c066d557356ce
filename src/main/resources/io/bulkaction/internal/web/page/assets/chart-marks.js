// Vertical lines at the moments when something was done to a queue: paused, resumed, an instance started.

import {color} from './colors.js';

const DASH = [3, 3];

/** @param marks [{at: ms, label, color}]; drawn on the canvas of a chart */
export function drawMarks(u, marks) {
    const {ctx, bbox} = u;
    ctx.save();
    ctx.font = `${11 * devicePixelRatio}px system-ui`;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash(DASH.map(each => each * devicePixelRatio));
    ctx.textBaseline = 'top';
    for (const {at, label, color: name} of marks) {
        const x = u.valToPos(at / 1_000, 'x', true);
        if (x < bbox.left || x > bbox.left + bbox.width) {
            continue;
        }
        ctx.strokeStyle = ctx.fillStyle = color(name);
        ctx.beginPath();
        ctx.moveTo(x, bbox.top);
        ctx.lineTo(x, bbox.top + bbox.height);
        ctx.stroke();
        const isRight = x > bbox.left + bbox.width * .8;
        ctx.textAlign = isRight ? 'right' : 'left';
        ctx.fillText(label, x + (isRight ? -4 : 4) * devicePixelRatio, bbox.top + 2);
    }
    ctx.restore();
}
