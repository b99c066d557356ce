// The colours of the style sheets for what is drawn on a canvas, which knows no variables.

const probe = document.createElement('span');
const known = new Map();
const listeners = new Set();

/** @param name of a variable, such as waiting for --waiting */
export function color(name) {
    if (!known.has(name)) {
        probe.style.color = `var(--${name})`;
        known.set(name, getComputedStyle(probe).color);
    }
    return known.get(name);
}

export function translucent(name, part) {
    return color(name).replace(/^rgb\((.*)\)$/, `rgba($1, ${part})`);
}

/** Calls back when a person switches between light and dark. @returns a function that ends it */
export function watchColors(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

probe.hidden = true;
document.body.append(probe);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    known.clear();
    listeners.forEach(listener => listener());
});
