// Addresses within the page: #/name/part/part?key=value. Parts are encoded, because ids may contain slashes.

export function address(name, parts = [], query = {}) {
    return '#/' + [name, ...parts.map(encodeURIComponent)].join('/') + queryString(query);
}

/** With its question mark; empty values are left out. */
export function queryString(query) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
    return given.length === 0 ? '' : '?' + new URLSearchParams(given);
}

/** @returns {{name, parts, query}}; the overview when the address cannot be read */
export function read(hash) {
    const [path, parameters = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
    try {
        const [name, ...parts] = path.split('/').map(decodeURIComponent);
        return {name: name || 'overview', parts, query: Object.fromEntries(new URLSearchParams(parameters))};
    } catch {
        return {name: 'overview', parts: [], query: {}};
    }
}

/** The page of a list, counted from 1. */
export function pageNumber(query) {
    return Math.max(1, Number.parseInt(query.page, 10) || 1);
}

export function go(to) {
    location.hash = to;
}
