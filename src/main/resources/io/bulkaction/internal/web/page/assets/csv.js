// Reads comma-separated values as spreadsheets write them: quotes, doubled quotes, line breaks within quotes.

import {t} from './words.js';

const CELL = /(?:"((?:[^"]|"")*)"|([^",;\t\r\n]*))([,;\t]|\r?\n|$)/y;

/** @returns rows of texts; empty lines are left out */
export function readCsv(text) {
    const rows = [];
    let row = [];
    CELL.lastIndex = 0;
    while (CELL.lastIndex < text.length) {
        const start = CELL.lastIndex;
        const found = CELL.exec(text);
        if (!found) {
            throw new SyntaxError(t('submit.bad.quote', text.slice(0, start).split('\n').length));
        }
        row.push(found[1] === undefined ? found[2].trim() : found[1].replaceAll('""', '"'));
        if (!/[,;\t]/.test(found[3])) {
            rows.push(row);
            row = [];
        } else if (CELL.lastIndex === text.length) {
            rows.push([...row, '']);
        }
    }
    return rows.filter(each => each.some(cell => cell !== ''));
}
