package io.bulkaction.internal.builtin.outbound;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Retry-After header of HTTP: seconds, or a date. */
final class RetryAfter {

    /** why: with "0" or a past date a throttled job, which uses up no attempt, would come back at once for ever. */
    static final Duration SHORTEST = Duration.ofSeconds(1);

    /** why: a wrong clock on the other side must not stop a group for years. */
    static final Duration LONGEST = Duration.ofDays(1);

    private RetryAfter() {}

    /** Empty when the header is missing or unreadable. */
    static Optional<Duration> parse(@Nullable String header, Instant now) {
        if (header == null) {
            return Optional.empty();
        }
        String text = header.strip();
        if (text.matches("[0-9]{1,18}")) {
            return Optional.of(bounded(Duration.ofSeconds(Long.parseLong(text))));
        }
        try {
            Instant due = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
            return Optional.of(bounded(Duration.between(now, due)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Duration bounded(Duration wait) {
        if (wait.compareTo(SHORTEST) < 0) {
            return SHORTEST;
        }
        return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }
}
