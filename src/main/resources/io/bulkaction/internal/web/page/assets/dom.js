// Builds and updates nodes. Data only ever becomes text or an attribute value, so it can never become markup.

const SVG = 'http://www.w3.org/2000/svg';

/** h('p', {class: 'note', on: {click}}, 'text', node): children and attributes that are null or false are left out. */
export function h(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name === 'on') {
            Object.entries(value).forEach(([event, listener]) => node.addEventListener(event, listener));
        } else if (value === true) {
            node.setAttribute(name, '');
        } else if (isGiven(value)) {
            node.setAttribute(name, String(value));
        }
    }
    node.append(...children.flat(Infinity).filter(isGiven));
    return node;
}

function isGiven(value) {
    return value !== null && value !== undefined && value !== false;
}

// The functions below touch only what differs, so that a poll disturbs neither a screen reader nor a text selection.

export function setText(node, text) {
    const wanted = String(text);
    if (node.textContent !== wanted) {
        node.textContent = wanted;
    }
}

export function setAttribute(node, name, value) {
    const wanted = String(value);
    if (node.getAttribute(name) !== wanted) {
        node.setAttribute(name, wanted);
    }
}

export function setShown(node, shown) {
    if (node.hidden === shown) {
        node.hidden = !shown;
    }
}

/** @param version a text that differs whenever the content does */
export function replaceIfChanged(node, version, build) {
    if (node.dataset.version !== version) {
        node.dataset.version = version;
        keepFocus(node, () => node.replaceChildren(...[build()].flat(Infinity).filter(isGiven)));
    }
}

/** Gives a container one child per item. Children whose item is still there are kept, and with them the focus. */
export function setItems(container, items, keyOf, create, update) {
    keepFocus(container, () => {
        const old = new Map([...container.children].map(child => [child.dataset.key, child]));
        let next = container.firstElementChild;
        for (const item of items) {
            const key = String(keyOf(item));
            let node = old.get(key);
            old.delete(key);
            if (!node) {
                node = create(item);
                node.dataset.key = key;
            }
            if (node === next) {
                next = next.nextElementSibling;
            } else {
                container.insertBefore(node, next);
            }
            update(node, item);
        }
        old.forEach(node => node.remove());
    });
}

/**
 * If what had the focus goes away, such as the row of a job that was skipped, the control in its place gets it, or else
 * the heading of the page. Otherwise somebody who works with the keyboard would start again at the top.
 */
function keepFocus(container, change) {
    const focused = document.activeElement;
    const path = focused !== container && container.contains(focused) ? pathTo(container, focused) : null;
    change();
    if (path && !focused.isConnected) {
        (controlAt(container, path) ?? document.querySelector('main h1'))?.focus();
    }
}

/** The position of a node within its parent, for each parent below the container. */
function pathTo(container, node) {
    const path = [];
    for (let each = node; each !== container; each = each.parentElement) {
        path.unshift([...each.parentElement.children].indexOf(each));
    }
    return path;
}

function controlAt(container, path) {
    let node = container;
    for (const index of path) {
        node = node.children[Math.min(index, node.children.length - 1)] ?? node;
    }
    return node.matches('a, button, input, select') ? node : node.querySelector('a, button, input, select');
}
