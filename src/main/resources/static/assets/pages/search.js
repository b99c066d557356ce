// Finds groups and jobs in all queues at once: a group and a dead letter by the id, any job by its name, group#id.

import {get, Problem, segment} from '../api.js';
import {h} from '../dom.js';
import {badge, groupLink, jobLink} from '../parts.js';
import {address, go} from '../routes.js';
import {t} from '../words.js';

export function searchPage(main, {query: {id = ''}}) {
    const input = h('input', {
        type: 'search', name: 'id', value: id, required: true, maxlength: 257, autocomplete: 'off',
        autocapitalize: 'none', spellcheck: 'false'
    });
    const results = h('div', {role: 'status'});
    const submit = event => {
        event.preventDefault();
        go(address('search', [], {id: input.value.trim()}));
    };
    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('nav.search'))),
        h('section', {class: 'card', 'aria-label': t('nav.search')},
            h('form', {class: 'filters', role: 'search', 'aria-label': t('search.field'), on: {submit}},
                h('label', {}, t('search.field'), input),
                h('div', {class: 'buttons'}, h('button', {type: 'submit', class: 'primary'}, t('action.search')))),
            h('p', {class: 'quiet'}, t('search.hint')), results));
    const abort = new AbortController();
    if (id) {
        showResults(results, id, abort.signal);
    }
    return () => abort.abort();
}

async function showResults(results, id, signal) {
    results.replaceChildren(h('p', {class: 'empty'}, t('loading')));
    try {
        const hits = await find(id, signal);
        results.replaceChildren(hits.length > 0
            ? h('ul', {class: 'hits'}, hits)
            : h('p', {class: 'empty'}, t('search.none', id)));
    } catch (error) {
        if (!signal.aborted) {
            results.replaceChildren(h('p', {class: 'empty'}, error.message));
        }
    }
}

async function find(id, signal) {
    const queues = (await get('/admin/queues', {}, signal)).map(status => status.queue);
    const found = await Promise.all(queues.flatMap(queue => id.includes('#')
        ? [findJob(queue, id, signal)]
        : [findDeadLetters(queue, id, signal), findGroup(queue, id, signal)]));
    return found.flat();
}

async function findJob(queue, name, signal) {
    const [groupId, jobId] = name.split('#', 2);
    const job = await nullIfUnknown(
        get(`/api/bulk-actions/${segment(groupId)}/jobs/${segment(jobId)}`, {queue}, signal));
    return job ? [jobHit(queue, job)] : [];
}

async function findDeadLetters(queue, id, signal) {
    try {
        const letter = await nullIfUnknown(get('/admin/queue/failed/' + segment(id), {queue}, signal));
        return letter ? [jobHit(queue, letter)] : [];
    } catch (error) {
        if (error.code !== 'AMBIGUOUS_JOB') {
            throw error;
        }
        return error.candidates.map(name => name.split('#')).map(
            ([groupId, jobId]) => jobHit(queue, {groupId, jobId, status: 'FAILED'}));
    }
}

async function findGroup(queue, id, signal) {
    const group = await nullIfUnknown(get('/api/bulk-actions/' + segment(id), {queue}, signal));
    return group ? [hit(t('group'), groupLink(queue, id), queue, group.status)] : [];
}

function jobHit(queue, {groupId, jobId, status}) {
    return hit(t('job'), [jobLink(queue, groupId, jobId), ' ', t('group'), ' ', groupLink(queue, groupId)], queue, status);
}

function hit(kind, link, queue, status) {
    return h('li', {}, h('span', {class: 'quiet'}, kind), ' ', link, ' ', badge('status', status), ' ',
        h('span', {class: 'quiet'}, t('queue.title', queue)));
}

async function nullIfUnknown(answer) {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof Problem && error.status === 404) {
            return null;
        }
        throw error;
    }
}
