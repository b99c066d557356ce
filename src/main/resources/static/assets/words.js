// Every word of the page, in both languages. {0} stands for a value.

import {english} from './words-en.js';
import {korean} from './words-ko.js';

const CHOSEN = 'bulk-action.language';
const WORDS = {en: english, ko: korean};

let current = localStorage.getItem(CHOSEN) ?? (navigator.language.startsWith('ko') ? 'ko' : 'en');

export function language() {
    return current in WORDS ? current : 'en';
}

export function chooseLanguage(chosen) {
    current = chosen;
    localStorage.setItem(CHOSEN, chosen);
}

export function t(key, ...values) {
    const text = WORDS[language()][key] ?? english[key] ?? key;
    return text.replace(/\{(\d)}/g, (_, i) => String(values[i] ?? ''));
}

/** The word for a value of the service; one it has learned since is shown as it is. */
export function word(kind, value) {
    const key = kind + '.' + String(value).replaceAll(' ', '-');
    return key in english ? t(key) : String(value ?? '');
}
