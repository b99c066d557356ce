// Numbers, times and spans in the language of the page.

import {language, t} from './words.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = [['d', DAY], ['h', HOUR], ['min', MINUTE], ['s', SECOND]];

export function count(value) {
    return new Intl.NumberFormat(language()).format(value ?? 0);
}

/** For places with little room: 12,345 is 12K. */
export function shortCount(value) {
    return new Intl.NumberFormat(language(), {notation: 'compact', maximumFractionDigits: 1}).format(value ?? 0);
}

export function rate(value) {
    const digits = value > 0 && value < 10 ? 1 : 0;
    const format = {minimumFractionDigits: digits, maximumFractionDigits: digits};
    return new Intl.NumberFormat(language(), format).format(value);
}

export function percent(value) {
    return new Intl.NumberFormat(language(), {maximumFractionDigits: 1}).format(value) + '%';
}

/** A part of one; what is there but too small to show is not shown as nothing. */
export function fraction(value) {
    return value > 0 && value < 0.001 ? '<' + percent(0.1) : percent(value * 100);
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

export function clockTime(millis) {
    return new Intl.DateTimeFormat(language(), {timeStyle: 'medium', hourCycle: 'h23'}).format(new Date(millis));
}

export function ago(instant) {
    return t('time.ago', span(Math.max(SECOND, Date.now() - new Date(instant).getTime())));
}

/** In one unit, for numbers that are compared: 0.8 ms, 45 ms, 1.3 s, 2.5 min. */
export function shortSpan(millis) {
    const [name, size] = UNITS.find(([, each]) => millis >= each) ?? ['ms', 1];
    const value = millis / size;
    const digits = value < 10 ? 1 : 0;
    return t('time.' + name, new Intl.NumberFormat(language(), {maximumFractionDigits: digits}).format(value));
}

/** The two largest units: 1 h 5 min, not 1 h 5 min 12 s. */
export function span(millis) {
    if (millis < SECOND) {
        return t('time.ms', Math.round(millis));
    }
    const first = UNITS.findIndex(([, size]) => millis >= size);
    const [name, size] = UNITS[first];
    const rest = UNITS[first + 1];
    const more = rest ? Math.floor((millis % size) / rest[1]) : 0;
    const whole = t('time.' + name, Math.floor(millis / size));
    return more > 0 ? whole + ' ' + t('time.' + rest[0], more) : whole;
}
