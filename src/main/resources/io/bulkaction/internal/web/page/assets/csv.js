// Reads tables as spreadsheets write them: quotes, doubled quotes, line breaks within quotes.

import {t} from './words.js';

const SEPARATORS = [',', ';', '\t'];

/** @returns {{rows, separator}}: rows of texts, without empty ones */
export function readCsv(text) {
    const separator = separatorOf(text);
    // why a quote may stand within a cell without quotes: 5" is five inches
    const cell = new RegExp(`(?:"((?:[^"]|"")*)"|((?!")[^${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
    const rows = [];
    let row = [];
    while (cell.lastIndex < text.length) {
        const start = cell.lastIndex;
        const found = cell.exec(text);
        if (!found) {
            throw new SyntaxError(t('submit.bad.quote', text.slice(0, start).split('\n').length));
        }
        row.push(found[1] === undefined ? found[2].trim() : found[1].replaceAll('""', '"'));
        if (found[3] !== separator) {
            rows.push(row);
            row = [];
        } else if (cell.lastIndex === text.length) {
            rows.push([...row, '']);
        }
    }
    return {rows: rows.filter(each => each.some(value => value !== '')), separator};
}

/** One for the whole text: the one that its header has most of. */
function separatorOf(text) {
    const header = text.replaceAll(/"(?:[^"]|"")*"/g, '').split('\n', 1)[0];
    const count = separator => header.split(separator).length;
    return SEPARATORS.reduce((best, each) => count(each) > count(best) ? each : best);
}
