package io.bulkaction.engine;

import io.bulkaction.loop.Deadline;
import io.bulkaction.loop.Loop;
import io.bulkaction.queue.redis.WakeList;
import java.time.Duration;

/** A loop that waits in Redis for something to do, and that a stop does not find waiting. */
final class WakingLoop {

    private final Loop loop;
    private final WakeList wakes;
    private volatile boolean waitsForToken;

    WakingLoop(String name, WakeList wakes, Loop.Step step) {
        this.loop = new Loop(name, step);
        this.wakes = wakes;
    }

    Loop loop() {
        return loop;
    }

    void start() {
        loop.start();
    }

    /** For the step: until a script leaves a token, at most so long. @return whether one came */
    boolean awaitToken(Duration atMost) {
        waitsForToken = true;
        try {
            return wakes.await(atMost);
        } finally {
            waitsForToken = false;
        }
    }

    boolean waitsForToken() {
        return waitsForToken;
    }

    /** Ends the loop's rest between two turns. */
    void wake() {
        loop.wake();
    }

    boolean stop(Deadline deadline) {
        loop.requestStop();
        wakes.interrupt();
        boolean stopped = loop.stop(deadline);
        wakes.close();
        return stopped;
    }
}
