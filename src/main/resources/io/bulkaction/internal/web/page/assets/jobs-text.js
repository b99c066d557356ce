// Jobs as a person has them at hand: a JSON value, a JSON array, a JSON value per line, a whole request as for the API, or
// a table with a header row. What is JSON stays the text that it is: its numbers keep their digits.

import {readCsv} from './csv.js';
import {compact, elements, members} from './exact-json.js';
import {t} from './words.js';

const OF_A_JOB = ['jobId', 'groupId', 'payload', 'metadata', 'runAt', 'delay', 'expiresAt', 'ttl'];
const OF_A_REQUEST = ['groupId', 'processorType'];

/**
 * @returns {{format, jobs, request, detail, problem}}: format is a key of the words; jobs are lines as the API takes them;
 *     request the text of a whole one; detail what else a person should know; problem a text or null
 */
export function readJobs(text) {
    const trimmed = text.trim();
    const nothing = {format: null, jobs: [], request: null, detail: null, problem: null};
    try {
        return trimmed === '' ? nothing : {...nothing, ...read(trimmed)};
    } catch (error) {
        return {...nothing, problem: error.message};
    }
}

function read(text) {
    const whole = parsed(text);
    if (Array.isArray(whole)) {
        return {format: 'array', jobs: elements(text).map((each, i) => jobOf(each, whole[i]))};
    }
    if (isRequest(whole)) {
        const {jobs, ...target} = members(text);
        const list = elements(jobs).map((each, i) => jobOf(each, whole.jobs[i]));
        return OF_A_REQUEST.some(name => name in target)
            ? {format: 'request', jobs: list, request: text, detail: shownTarget(target)} : {format: 'array', jobs: list};
    }
    if (whole !== undefined) {
        return {format: 'one', jobs: [jobOf(text, whole)]};
    }
    return text.startsWith('{') || text.startsWith('[') ? {format: 'lines', jobs: lines(text)} : table(text);
}

/** Jobs, and perhaps what is said about all of them. */
function isRequest(value) {
    return isObject(value) && Array.isArray(value.jobs)
        && (Object.keys(value).length === 1 || OF_A_REQUEST.some(name => Object.hasOwn(value, name)));
}

function shownTarget(target) {
    return Object.entries(target).map(([name, value]) => name + ': ' + compact(value)).join(', ');
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
        return [jobOf(line, value)];
    });
}

/** The columns jobId and groupId name the job, the others become fields of the payload. */
function table(text) {
    const {rows: [header, ...found], separator} = readCsv(text);
    if (found.length === 0 || header.some(name => name === '')) {
        throw new SyntaxError(t('submit.bad.table'));
    }
    if (new Set(header).size < header.length) {
        throw new SyntaxError(t('submit.bad.header'));
    }
    const jobs = found.map((cells, i) => {
        if (cells.length !== header.length) {
            throw new SyntaxError(t('submit.bad.row', i + 2, cells.length, header.length));
        }
        const {jobId, groupId, ...payload} = Object.fromEntries(header.map((name, column) => [name, cells[column]]));
        return JSON.stringify({jobId: jobId || undefined, groupId: groupId || undefined, payload});
    });
    return {format: 'table', jobs, detail: t('submit.separator', separator === '\t' ? '⇥' : separator)};
}

/** Either a job as the API takes it, or any other value, which is then the payload. */
function jobOf(text, value) {
    if (!isObject(value) || !Object.hasOwn(value, 'payload')) {
        return `{"payload":${compact(text)}}`;
    }
    const unknown = Object.keys(value).find(name => !OF_A_JOB.includes(name));
    if (unknown !== undefined) {
        throw new SyntaxError(t('submit.bad.field', unknown, OF_A_JOB.join(', ')));
    }
    return compact(text);
}

function isObject(value) {
    return value !== null && typeof value === 'object' && !Array.isArray(value);
}
