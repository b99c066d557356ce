package io.bulkaction.internal.web.submit;

import io.bulkaction.internal.web.problem.InvalidFieldException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Reads times and durations of requests. A time without an offset would be a different one on every server. */
final class Times {

    /** A plus sign in a query means a blank, so this is where one was that nobody had written as %2B. */
    private static final Pattern LOST_SIGN = Pattern.compile(" (?=[0-9:]+$)");

    /** Milliseconds are what nobody means who leaves out the unit. */
    private static final Pattern WITHOUT_UNIT = Pattern.compile("[+-]?[0-9]*");

    private Times() {}

    static @Nullable Instant instant(String field, @Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(LOST_SIGN.matcher(text).replaceFirst("+")).toInstant();
        } catch (DateTimeException unreadable) {
            throw InvalidFieldException.notATime(field);
        }
    }

    static @Nullable Duration duration(String field, @Nullable String text) {
        if (text != null && WITHOUT_UNIT.matcher(text).matches()) {
            throw InvalidFieldException.notADuration(field);
        }
        try {
            return text == null ? null : DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            throw InvalidFieldException.notADuration(field);
        }
    }
}
