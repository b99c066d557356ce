// Finds a job or a group by its id, in all queues at once.

import {get, Problem, segment} from '../api.js';
import {h} from '../dom.js';
import {badge, groupLink, jobLink} from '../parts.js';
import {address, go} from '../routes.js';
import {t} from '../words.js';

export function searchPage(main, {query: {id = ''}}) {
    const input = h('input', {
        type: 'search', name: 'id', value: id, required: true, maxlength: 128, autocomplete: 'off',
        autocapitalize: 'none', spellcheck: 'false'
    });
    const results = h('div', {role: 'status'});
    const submit = event => {
        event.preventDefault();
        go(address('search', [], {id: input.value.trim()}));
    };
    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('nav.search'))),
        h('section', {class: 'card', 'aria-label': t('nav.search')},
            h('form', {class: 'filters', role: 'search', on: {submit}},
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
    const found = await Promise.all(queues.flatMap(queue => [
        nullIfUnknown(get('/api/jobs/' + segment(id), {queue}, signal))
            .then(job => job && hit(t('job'), jobLink(queue, id), queue, job.status)),
        nullIfUnknown(get('/api/bulk-actions/' + segment(id), {queue}, signal))
            .then(group => group && hit(t('group'), groupLink(queue, id), queue, group.status))
    ]));
    return found.filter(Boolean);
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
