package io.bulkaction.queue;

import java.time.Instant;
import java.util.Optional;

/** Times as they stand in Redis: epoch milliseconds as text, with a fraction where the order within one matters. */
final class Moments {

    private Moments() {}

    /** Empty for the empty text and for "inf": no time, or none that anybody knows. */
    static Optional<Instant> parse(String text) {
        return text.isEmpty() || text.equals("inf") ? Optional.empty() : Optional.of(of(text));
    }

    static Instant of(String text) {
        return Instant.ofEpochMilli((long) Double.parseDouble(text));
    }
}
