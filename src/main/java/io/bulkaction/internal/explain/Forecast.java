package io.bulkaction.internal.explain;

import io.bulkaction.Explanation.Expected;
import io.bulkaction.internal.flow.Recent;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When something is expected, from what happened in the last seconds.
 *
 * @param spread how far the truth may be off, as a factor: the fewer jobs ended, the further
 */
record Forecast(Instant now, double spread) {

    private static final double LEAST = 0.2;

    /** Nobody wants to read of a time beyond that. */
    private static final double MAX_SECONDS = Duration.ofDays(365).toSeconds();

    static Forecast of(Instant now, Recent measured) {
        return new Forecast(now, 1 + Math.max(LEAST, 2 / Math.sqrt(Math.max(1, measured.ended(now)))));
    }

    /** When that many jobs will have ended; null if at this rate nobody knows. */
    @Nullable
    Expected after(long jobs, double perSecond) {
        double seconds = jobs / perSecond;
        if (!(seconds <= MAX_SECONDS)) { // also if it is not a number
            return null;
        }
        return new Expected(in(seconds / spread), in(seconds), in(seconds * spread));
    }

    /** When that many jobs will have ended that begin with a start. */
    @Nullable
    Expected from(@Nullable Expected start, long jobs, double perSecond) {
        Expected end = after(jobs, perSecond);
        return start == null || end == null ? null : new Expected(
                later(start.earliest(), end.earliest()),
                later(start.likely(), end.likely()),
                later(start.latest(), end.latest()));
    }

    private Instant later(Instant start, Instant end) {
        return start.plus(Duration.between(now, end));
    }

    private Instant in(double seconds) {
        return now.plusMillis((long) (seconds * 1000));
    }
}
