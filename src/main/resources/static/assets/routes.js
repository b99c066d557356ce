// Addresses within the page: #/name/part/part?key=value. Parts are encoded, since ids may hold slashes.

export function address(name, parts = [], query = {}) {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
    const parameters = new URLSearchParams(given).toString();
    return '#/' + [name, ...parts.map(encodeURIComponent)].join('/') + (parameters ? '?' + parameters : '');
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

export function go(to) {
    location.hash = to;
}
