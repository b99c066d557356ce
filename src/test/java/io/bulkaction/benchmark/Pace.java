package io.bulkaction.benchmark;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Steady steps in time; a late step does not move those after it. */
final class Pace {

    private final long interval;
    private long next = System.nanoTime();

    Pace(Duration interval) {
        this.interval = interval.toNanos();
    }

    void next() {
        next += interval;
        for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
