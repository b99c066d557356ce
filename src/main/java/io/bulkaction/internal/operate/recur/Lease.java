package io.bulkaction.internal.operate.recur;

import io.bulkaction.internal.loop.Deadline;
import java.time.Duration;

/** The right of this process to submit the jobs of a tick, by its own clock: it ends by itself when nobody extends it. */
final class Lease {

    private final Duration time;
    private volatile Deadline end;
    private volatile boolean lost;

    /** @param end reckoned from before Redis was asked for it */
    Lease(Deadline end, Duration time) {
        this.end = end;
        this.time = time;
    }

    void extended(Deadline newEnd) {
        end = newEnd;
    }

    void lose() {
        lost = true;
    }

    boolean isHeld() {
        return !lost && !end.isOver();
    }

    boolean isToBeExtended() {
        return end.remaining().compareTo(time.multipliedBy(2).dividedBy(3)) < 0;
    }
}
