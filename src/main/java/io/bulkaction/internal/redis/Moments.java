package io.bulkaction.internal.redis;

import java.time.Instant;
import java.util.Optional;

/** Times as they stand in Redis: epoch milliseconds as text, with a fraction where the order within one matters. */
public final class Moments {

    private Moments() {}

    /** Empty for the empty text and for "inf": no time, or none that anybody knows. */
    public static Optional<Instant> parse(String text) {
        return text.isEmpty() || text.equals("inf") ? Optional.empty() : Optional.of(of(text));
    }

    public static Instant of(String text) {
        return Instant.ofEpochMilli((long) Double.parseDouble(text));
    }
}
