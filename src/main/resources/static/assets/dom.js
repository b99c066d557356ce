// Builds nodes. Data only ever becomes text or an attribute value, so nothing in it can become markup.

const SVG = 'http://www.w3.org/2000/svg';

/** h('p', {class: 'note', on: {click}}, 'text', node): null and false children and attributes are left out. */
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
        } else if (value !== null && value !== undefined && value !== false) {
            node.setAttribute(name, String(value));
        }
    }
    node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
    return node;
}

/** Only what differs is touched: a screen reader and a text selection are not disturbed by each poll. */
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

/** Replaces the content only when its signature has changed. */
export function replaceIfChanged(node, signature, build) {
    if (node.dataset.signature !== signature) {
        node.dataset.signature = signature;
        node.replaceChildren(...[build()].flat().filter(Boolean));
    }
}

/** Makes the children of a container those of the items, keeping (and so the focus in) those that stay. */
export function keyed(container, items, keyOf, create, update) {
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
}
