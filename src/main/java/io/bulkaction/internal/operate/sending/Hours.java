package io.bulkaction.internal.operate.sending;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hours of a day.
 *
 * @param from minutes after midnight
 * @param to minutes after the same midnight, later than from; more than a day has if they last over midnight
 */
record Hours(int from, int to) {

    private static final int DAY = 24 * 60;
    private static final Pattern TEXT = Pattern.compile("([01]\\d|2[0-3]):([0-5]\\d)-([01]\\d|2[0-4]):([0-5]\\d)");

    /** @throws IllegalArgumentException that says how it is written */
    static Hours parse(String text) {
        Matcher part = TEXT.matcher(text.strip());
        if (!part.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not written as 08:00-21:00");
        }
        int from = minutes(part.group(1), part.group(2));
        int to = minutes(part.group(3), part.group(4));
        if (to > DAY) {
            throw new IllegalArgumentException("'" + text + "' ends later than at 24:00");
        }
        if (from == to) {
            throw new IllegalArgumentException("'" + text + "' ends when it begins; all day is 00:00-24:00");
        }
        return new Hours(from, to > from ? to : to + DAY);
    }

    private static int minutes(String hours, String minutes) {
        return Integer.parseInt(hours) * 60 + Integer.parseInt(minutes);
    }
}
