// Jobs as a person has them at hand: one JSON value, a JSON array, a JSON value per line, or a table with a header row.

import {readCsv} from './csv.js';
import {t} from './words.js';

const OF_A_JOB = ['jobId', 'groupId', 'payload'];

/** @returns {{format, jobs: [{jobId, groupId, payload}], problem}}: format is a key of the words; problem a text or null */
export function readJobs(text) {
    const trimmed = text.trim();
    try {
        if (trimmed === '') {
            return {format: null, jobs: [], problem: null};
        }
        return {...read(trimmed), problem: null};
    } catch (error) {
        return {format: null, jobs: [], problem: error.message};
    }
}

function read(text) {
    const whole = parsed(text);
    if (Array.isArray(whole)) {
        return {format: 'array', jobs: whole.map(jobOf)};
    }
    if (whole !== undefined) {
        // a whole request, as for the API
        return whole?.jobs ? {format: 'array', jobs: whole.jobs.map(jobOf)} : {format: 'one', jobs: [jobOf(whole)]};
    }
    return text.startsWith('{') || text.startsWith('[') ? {format: 'lines', jobs: lines(text)}
        : {format: 'table', jobs: rows(text)};
}

function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return undefined;
    }
}

function lines(text) {
    return text.split('\n').flatMap((line, i) => {
        if (line.trim() === '') {
            return [];
        }
        const value = parsed(line);
        if (value === undefined) {
            throw new SyntaxError(t('submit.bad.line', i + 1));
        }
        return [jobOf(value)];
    });
}

/** The columns jobId and groupId name the job, the others become fields of the payload. */
function rows(text) {
    const [header, ...found] = readCsv(text);
    if (found.length === 0 || header.some(name => name === '')) {
        throw new SyntaxError(t('submit.bad.table'));
    }
    return found.map((cells, i) => {
        if (cells.length !== header.length) {
            throw new SyntaxError(t('submit.bad.row', i + 2, cells.length, header.length));
        }
        const fields = Object.fromEntries(header.map((name, column) => [name, cells[column]]));
        const {jobId, groupId, ...payload} = fields;
        return withoutEmpty({jobId, groupId, payload});
    });
}

/** Either a job as the API takes it, or any other value, which is then the payload. */
function jobOf(value) {
    const isJob = value !== null && typeof value === 'object' && 'payload' in value
        && Object.keys(value).every(key => OF_A_JOB.includes(key));
    return isJob ? value : {payload: value};
}

function withoutEmpty(job) {
    return Object.fromEntries(Object.entries(job).filter(([, value]) => value !== undefined && value !== ''));
}
