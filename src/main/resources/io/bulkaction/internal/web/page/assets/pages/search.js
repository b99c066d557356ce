// Finds groups, tenants and jobs in all queues at once: groups and tenants by how their id begins, groups also by a label,
// a dead letter by its id, any job by its name, group#id.

import {get, Problem, segment} from '../api.js';
import {h} from '../dom.js';
import {badge, groupLink, jobLink, labelList} from '../parts.js';
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
        : [findGroups(queue, id, signal), findDeadLetters(queue, id, signal)]));
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

async function findGroups(queue, text, signal) {
    const {tenants, groups, labels, more} = await get('/admin/queue/search', {queue, text}, signal);
    return [
        ...groups.map(group => groupHit(queue, group)),
        ...labels.filter(({group}) => !groups.some(each => each.groupId === group.groupId))
            .map(({group}) => groupHit(queue, group)),
        ...tenants.filter(tenant => text !== tenant + '/').map(tenant => hit(t('tenant'),
            h('a', {class: 'id', href: address('search', [], {id: tenant + '/'})}, tenant), queue)),
        ...more ? [h('li', {class: 'quiet'}, t('search.more', queue))] : []
    ];
}

function groupHit(queue, {groupId, status, labels}) {
    return hit(t('group'), [groupLink(queue, groupId), labelList(labels)], queue, status);
}

function jobHit(queue, {groupId, jobId, status}) {
    return hit(t('job'), [jobLink(queue, groupId, jobId), ' ', t('group'), ' ', groupLink(queue, groupId)], queue, status);
}

function hit(kind, link, queue, status = null) {
    return h('li', {}, h('span', {class: 'quiet'}, kind), ' ', link, ' ', status && badge('status', status), ' ',
        h('span', {class: 'quiet'}, t('queue.title', queue)));
}

async function nullIfUnknown(answer) {
    try {
        return await answer;
    } catch (error) {
        // why also 400: the beginning of an id, or a label, is no id of a job
        if (error instanceof Problem && [400, 404].includes(error.status)) {
            return null;
        }
        throw error;
    }
}
