package io.bulkaction.internal.operate.sending;

import java.time.DayOfWeek;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** Reads days of the week: {@code MON-FRI}, {@code SAT,SUN}, {@code FRI-MON}. */
final class Weekdays {

    private static final int SHORT = 3;

    private Weekdays() {}

    /** @throws IllegalArgumentException that says how they are written */
    static Set<DayOfWeek> parse(String text) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (String part : text.split(",")) {
            String[] ends = part.strip().split("-", 2);
            DayOfWeek last = day(ends[ends.length - 1], text);
            for (DayOfWeek day = day(ends[0], text); day != last; day = day.plus(1)) {
                days.add(day);
            }
            days.add(last);
        }
        return days;
    }

    private static DayOfWeek day(String text, String all) {
        String name = text.strip().toUpperCase(Locale.ROOT);
        for (DayOfWeek day : DayOfWeek.values()) {
            if (name.equals(day.name()) || name.equals(day.name().substring(0, SHORT))) {
                return day;
            }
        }
        throw new IllegalArgumentException("'" + all + "' is not written as MON-FRI or SAT,SUN");
    }
}
