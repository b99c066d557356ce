package io.bulkaction.internal.loop;

import java.time.Duration;

/** A moment by which something must be over, passed from step to step so that many waits share one limit. */
public final class Deadline {

    // why: nanoTime values are only comparable while less than 2^63 ns apart, so "for ever" means a century
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final long endNanos;

    private Deadline(long endNanos) {
        this.endNanos = endNanos;
    }

    public static Deadline in(Duration time) {
        Duration bounded = time.compareTo(LONGEST) > 0 ? LONGEST : time.isNegative() ? Duration.ZERO : time;
        return new Deadline(System.nanoTime() + bounded.toNanos());
    }

    /** Never negative. */
    public Duration remaining() {
        return Duration.ofNanos(remainingNanos());
    }

    public boolean isOver() {
        return remainingNanos() == 0;
    }

    long remainingNanos() {
        return Math.max(0, endNanos - System.nanoTime());
    }

    @Override
    public String toString() {
        return "in " + remaining();
    }
}
