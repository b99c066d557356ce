package io.bulkaction.internal.engine;

import io.bulkaction.internal.loop.Loop;
import java.time.Duration;

/** Looks at the jobs again and again: ends those that are overdue, gives back those that no worker takes. */
final class Timekeeper {

    /** What no worker takes is given back at the second look that finds it late, so after 100 to 150 ms. */
    private static final Duration RESOLUTION = Duration.ofMillis(50);

    private final Loop loop;

    Timekeeper(String queue, Runnable endOverdue, Runnable giveBackUnserved) {
        this.loop = new Loop("timekeeper-" + queue, () -> {
            giveBackUnserved.run();
            endOverdue.run();
            return RESOLUTION;
        });
    }

    Loop loop() {
        return loop;
    }
}
