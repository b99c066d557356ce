package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.Watch;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Knows since when Redis has answered this instance without a break. A call that fails or takes long, a turn that comes
 * late and a clock that jumps all show as one: as a gap between two answers, or as a time that should be another.
 */
final class UnbrokenWatch {

    private final Duration blind;
    private final Duration tolerance;
    private final LongSupplier nanoTime;
    private boolean begun;
    private long sinceNanos;
    private long answeredNanos;
    private long redisMillis;

    /**
     * @param interval between two calls
     * @param tolerance how late one may be, and how far the clock of Redis may be off
     */
    UnbrokenWatch(Duration interval, Duration tolerance, LongSupplier nanoTime) {
        this.blind = interval.plus(tolerance);
        this.tolerance = tolerance;
        this.nanoTime = nanoTime;
    }

    /** What the next call may rely on. */
    Watch before() {
        long now = nanoTime.getAsLong();
        if (isBroken(now)) {
            return new Watch(Duration.ZERO, blind, 0, tolerance);
        }
        return new Watch(
                Duration.ofNanos(answeredNanos - sinceNanos),
                blind,
                redisMillis + (now - answeredNanos) / 1_000_000,
                tolerance);
    }

    /** @param outOfTime whether the clock of Redis showed another time than it should */
    void answered(long redisMillis, boolean outOfTime) {
        long now = nanoTime.getAsLong();
        if (outOfTime || isBroken(now)) {
            sinceNanos = now;
        }
        this.begun = true;
        this.answeredNanos = now;
        this.redisMillis = redisMillis;
    }

    private boolean isBroken(long now) {
        return !begun || now - answeredNanos > blind.toNanos();
    }
}
