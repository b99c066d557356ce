// All calls over HTTP, from the description that the service makes of itself.

import {get} from '../api.js';
import {h} from '../dom.js';
import {card, code, problemNote} from '../parts.js';
import {table} from '../table.js';
import {t} from '../words.js';

const PATH = '/v3/api-docs';

export function callsPage(main) {
    const problem = problemNote();
    const body = h('div', {}, h('p', {class: 'empty'}, t('loading')));
    const abort = new AbortController();
    main.append(
        h('div', {class: 'heading'}, h('h1', {tabindex: -1}, t('calls.title')),
            h('div', {class: 'buttons'}, h('a', {class: 'button', href: PATH.substring(1)}, 'OpenAPI'))),
        problem.node, body);
    get(PATH, {}, abort.signal).then(description => body.replaceChildren(...cards(description)), error => {
        if (!abort.signal.aborted) {
            body.replaceChildren();
            problem.show(error);
        }
    });
    return () => abort.abort();
}

function cards({paths}) {
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, call]) => ({path, method: method.toUpperCase(), ...call})));
    return ['/api/', '/admin/'].map(start => {
        const list = table(t('calls.' + start), columns(), each => each.method + ' ' + each.path, '');
        list.show(calls.filter(each => each.path.startsWith(start)));
        return card(t('calls.' + start), list.node);
    });
}

function columns() {
    return [
        {label: t('calls.method'), value: each => each.method, node: code, class: 'narrow', sort: each => each.method},
        {label: t('calls.path'), value: each => each.path, node: code, class: 'wide', sort: each => each.path},
        {
            label: t('calls.parameters'), value: each => names(each).join(', ') || '–', class: 'wide',
            node: (_, each) => names(each).length > 0 ? names(each).flatMap((name, i) => [i > 0 && ', ', code(name)]) : '–'
        },
        {label: t('calls.body'), value: each => Object.keys(each.requestBody?.content ?? {}).join(', ') || '–', class: 'mid'}
    ];
}

function names({parameters = []}) {
    return parameters.filter(each => each.in === 'query').map(each => each.name);
}
