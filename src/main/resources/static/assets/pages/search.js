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
    const search = event => {
        event.preventDefault();
        go(address('search', [], {id: input.value.trim()}));
    };
    main.append(h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('search.title'))),
        h('section', {class: 'card', 'aria-label': t('search.title')},
            h('form', {class: 'filters', role: 'search', on: {submit: search}},
                h('label', {}, t('search.field'), input),
                h('div', {class: 'buttons'}, h('button', {type: 'submit', class: 'primary'}, t('action.search')))),
            h('p', {class: 'quiet'}, t('search.hint')), results));
    const abort = new AbortController();
    if (id) {
        results.replaceChildren(h('p', {class: 'empty'}, t('loading')));
        find(id, abort.signal).then(found => results.replaceChildren(found), problem => {
            if (!abort.signal.aborted) {
                results.replaceChildren(h('p', {class: 'empty'}, problem.message));
            }
        });
    }
    return () => abort.abort();
}

async function find(id, signal) {
    const queues = (await get('/admin/queues', {}, signal)).map(status => status.queue);
    const found = await Promise.all(queues.flatMap(queue => [
        orNull(get('/api/jobs/' + segment(id), {queue}, signal))
            .then(job => job && hit('search.job', jobLink(queue, id), queue, job.status)),
        orNull(get('/api/bulk-actions/' + segment(id), {queue}, signal))
            .then(group => group && hit('search.group', groupLink(queue, id), queue, group.status))
    ]));
    const hits = found.filter(Boolean);
    return hits.length > 0 ? h('ul', {class: 'hits'}, hits) : h('p', {class: 'empty'}, t('search.none', id));
}

function hit(kind, link, queue, status) {
    return h('li', {}, h('span', {class: 'quiet'}, t(kind)), ' ', link, ' ', badge('status', status), ' ',
        h('span', {class: 'quiet'}, t('queue') + ' ' + queue));
}

async function orNull(answer) {
    try {
        return await answer;
    } catch (problem) {
        if (problem instanceof Problem && problem.status === 404) {
            return null;
        }
        throw problem;
    }
}
