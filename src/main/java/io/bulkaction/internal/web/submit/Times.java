package io.bulkaction.internal.web.submit;

import io.bulkaction.internal.web.problem.InvalidFieldException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Reads times and durations of requests. A time without an offset would be a different one on every server. */
final class Times {

    private Times() {}

    static @Nullable Instant instant(String field, @Nullable String text) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException unreadable) {
            throw InvalidFieldException.notATime(field);
        }
    }

    static @Nullable Duration duration(String field, @Nullable String text) {
        try {
            return text == null ? null : DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            throw InvalidFieldException.notADuration(field);
        }
    }
}
