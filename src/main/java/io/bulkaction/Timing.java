package io.bulkaction;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When something may start, and until when it must have. Times are those of the clock of Redis.
 *
 * @param startAt not before this time; null for at once
 * @param delay the same, counted from the submit; null for at once
 * @param expiresAt what has not started by then never runs; null for never
 * @param ttl the same, counted from the submit; null for never
 */
public record Timing(
        @Nullable Instant startAt, @Nullable Duration delay, @Nullable Instant expiresAt, @Nullable Duration ttl) {

    /** May start at once. */
    public static final Timing NONE = new Timing(null, null, null, null);

    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");
    private static final Duration LONGEST = Duration.ofDays(3_650);

    /**
     * A time before which nothing starts.
     *
     * @param time not before this; null for at once
     * @param delay the same, counted from the submit; null for at once
     */
    public Timing(@Nullable Instant time, @Nullable Duration delay) {
        this(time, delay, null, null);
    }

    /**
     * Checks the bounds.
     *
     * @throws InvalidSubmissionException when a time is not of the years 1970 to 9999, a duration is negative or longer than
     *     3,650 days, or the same is said twice
     */
    public Timing {
        requireTime("startAt", startAt);
        requireTime("expiresAt", expiresAt);
        requireDuration("delay", delay);
        requireDuration("ttl", ttl);
        if (expiresAt != null && ttl != null) {
            throw new InvalidSubmissionException("expiresAt and ttl say the same twice");
        }
        if (startAt != null && delay != null) {
            throw new InvalidSubmissionException("startAt and delay say the same twice");
        }
    }

    /**
     * Of a job, whose start is called {@code runAt}.
     *
     * @param runAt not before this; null for at once
     * @param delay the same, counted from the submit; null for at once
     * @param expiresAt what has not started by then never runs; null for never
     * @param ttl the same, counted from the submit; null for never
     * @return the timing
     * @throws InvalidSubmissionException as the constructor, naming the fields of a job
     */
    public static Timing ofJob(
            @Nullable Instant runAt, @Nullable Duration delay, @Nullable Instant expiresAt, @Nullable Duration ttl) {
        try {
            return new Timing(runAt, delay, expiresAt, ttl);
        } catch (InvalidSubmissionException e) {
            throw new InvalidSubmissionException(String.valueOf(e.getMessage()).replace("startAt", "runAt"), e);
        }
    }

    private static void requireTime(String name, @Nullable Instant time) {
        if (time != null && (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST))) {
            throw new InvalidSubmissionException(name + " must be a time of the years 1970 to 9999");
        }
    }

    private static void requireDuration(String name, @Nullable Duration duration) {
        if (duration != null && (duration.isNegative() || duration.compareTo(LONGEST) > 0)) {
            throw new InvalidSubmissionException(name + " must be 0 to " + LONGEST.toDays() + " days");
        }
    }

    /**
     * The same with times only.
     *
     * @param now when the submit is
     * @return without durations
     */
    public Timing from(Instant now) {
        return new Timing(
                delay == null ? startAt : now.plus(delay), null, ttl == null ? expiresAt : now.plus(ttl), null);
    }

    /** {@return whether something is counted from the submit} */
    public boolean isRelative() {
        return delay != null || ttl != null;
    }
}
