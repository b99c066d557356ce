// Numbers, times and durations in the language of the page.

import {language, t} from './words.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = [['d', DAY], ['h', HOUR], ['min', MINUTE], ['s', SECOND]];
const CLOCK = {hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23'};

export function count(value) {
    return number(value ?? 0);
}

/** For places with little room: 12,345 is 12.3K. */
export function shortCount(value) {
    return number(value ?? 0, {notation: 'compact', maximumFractionDigits: 1});
}

export function rate(value) {
    const digits = value > 0 && value < 10 ? 1 : 0;
    return number(value, {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

export function percent(value) {
    return number(value, {maximumFractionDigits: 1}) + '%';
}

/** Of a part between 0 and 1. A part above 0 is never shown as 0%. */
export function fraction(value) {
    return value > 0 && value < 0.001 ? '<' + percent(0.1) : percent(value * 100);
}

export function time(instant) {
    return instant ? zoned(instant, {year: 'numeric', month: 'short', day: 'numeric', ...CLOCK}) : '–';
}

/** For lists: without the year. */
export function shortTime(instant) {
    return zoned(instant, {month: 'short', day: 'numeric', ...CLOCK});
}

export function clockTime(instant) {
    return zoned(instant, CLOCK);
}

/** On an axis of this many seconds, where the zone goes without saying: 14:05, 14:05:30 or Nov 18. */
export function axisTime(instant, seconds) {
    const format = seconds > 2 * 24 * 3_600 ? {month: 'short', day: 'numeric'}
        : {hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...seconds < 300 && {second: '2-digit'}};
    return new Intl.DateTimeFormat(language(), format).format(new Date(instant));
}

export function ago(instant) {
    return t('time.ago', span(Math.max(SECOND, Date.now() - new Date(instant).getTime())));
}

/** In one unit, for numbers that are compared: 0.8 ms, 45 ms, 1.3 s, 2.5 min. */
export function shortSpan(millis) {
    const [name, size] = UNITS.find(([, each]) => millis >= each) ?? ['ms', 1];
    const value = millis / size;
    return t('time.' + name, number(value, {maximumFractionDigits: value < 10 ? 1 : 0}));
}

/** The two largest units: 1 h 5 min, not 1 h 5 min 12 s. */
export function span(millis) {
    if (millis < SECOND) {
        return t('time.ms', Math.round(millis));
    }
    const first = UNITS.findIndex(([, size]) => millis >= size);
    const [name, size] = UNITS[first];
    const smaller = UNITS[first + 1];
    const rest = smaller ? Math.floor((millis % size) / smaller[1]) : 0;
    const whole = t('time.' + name, Math.floor(millis / size));
    return rest > 0 ? whole + ' ' + t('time.' + smaller[0], rest) : whole;
}

/** Of a duration as the server writes it: PT1M30S is 90,000. */
export function isoMillis(duration) {
    const [, h = 0, min = 0, s = 0] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration) ?? [];
    return h * HOUR + min * MINUTE + s * SECOND;
}

function number(value, format = {}) {
    return new Intl.NumberFormat(language(), format).format(value);
}

/** In the time zone of the browser, which is named. */
function zoned(instant, format) {
    const date = new Date(instant);
    // why the zone is added by hand: with it, Korean times are written in words
    const zone = new Intl.DateTimeFormat(language(), {timeZoneName: 'short'}).formatToParts(date)
        .find(part => part.type === 'timeZoneName').value;
    return new Intl.DateTimeFormat(language(), format).format(date) + '\u00a0' + zone;
}
