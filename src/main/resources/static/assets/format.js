// Numbers, times and spans in the language of the page.

import {language, t} from './words.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function count(value) {
    return new Intl.NumberFormat(language()).format(value ?? 0);
}

/** For places with little room: 12,345 is 12K. */
export function shortCount(value) {
    return new Intl.NumberFormat(language(), {notation: 'compact', maximumFractionDigits: 1}).format(value ?? 0);
}

export function rate(value) {
    const digits = value > 0 && value < 10 ? 1 : 0;
    return new Intl.NumberFormat(language(), {minimumFractionDigits: digits, maximumFractionDigits: digits}).format(value);
}

export function percent(value) {
    return new Intl.NumberFormat(language(), {maximumFractionDigits: 1}).format(value) + '%';
}

export function time(instant) {
    return instant
        ? new Intl.DateTimeFormat(language(), {
            dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23'
        }).format(new Date(instant))
        : '–';
}

/** For lists: to the second, without the year. */
export function shortTime(instant) {
    return new Intl.DateTimeFormat(language(), {
        month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'
    }).format(new Date(instant));
}

export function ago(instant) {
    return t('time.ago', span(Math.max(SECOND, Date.now() - new Date(instant).getTime())));
}

/** The two largest units: 1 h 5 min, not 1 h 5 min 12 s. */
export function span(millis) {
    if (millis < SECOND) {
        return t('time.ms', Math.round(millis));
    }
    const units = [['d', DAY], ['h', HOUR], ['min', MINUTE], ['s', SECOND]];
    const first = units.findIndex(([, size]) => millis >= size);
    const [name, size] = units[first];
    const rest = units[first + 1];
    const more = rest ? Math.floor((millis % size) / rest[1]) : 0;
    const whole = t('time.' + name, Math.floor(millis / size));
    return more > 0 ? whole + ' ' + t('time.' + rest[0], more) : whole;
}
