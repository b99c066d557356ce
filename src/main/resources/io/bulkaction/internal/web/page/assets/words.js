// The texts of the page in both languages. {0} stands for the first value; {0|job|jobs} is "job" if that value is 1.

import {english} from './words-en.js';
import {korean} from './words-ko.js';

const STORAGE_KEY = 'bulk-action.language';
const TEXTS = {en: english, ko: korean};
const PLACEHOLDER = /\{(\d)(?:\|([^|}]*)\|([^}]*))?}/g;

let current = localStorage.getItem(STORAGE_KEY) ?? (navigator.language.startsWith('ko') ? 'ko' : 'en');

export function language() {
    return current in TEXTS ? current : 'en';
}

export function chooseLanguage(chosen) {
    current = chosen;
    localStorage.setItem(STORAGE_KEY, chosen);
}

export function t(key, ...values) {
    const text = TEXTS[language()][key] ?? english[key] ?? key;
    return text.replace(PLACEHOLDER, (_, i, one, many) => {
        const value = String(values[i] ?? '');
        return one === undefined ? value : value === '1' ? one : many;
    });
}

export function hasText(key) {
    return key in english;
}

/** The text for a code of the server, such as a status. A code without a text is shown as it is. */
export function word(kind, code) {
    const key = kind + '.' + String(code).replaceAll(' ', '-');
    return hasText(key) ? t(key) : String(code ?? '');
}
