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
    /** Taken from all instances and not yet made anything of. */
    private volatile boolean hasToken;

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
            boolean came = wakes.await(atMost);
            hasToken |= came;
            return came;
        } finally {
            waitsForToken = false;
        }
    }

    /** For the step: it has looked for the work that the token told of. */
    void tokenUsed() {
        hasToken = false;
    }

    /** Leaves a token that was taken and not used to somebody else: there is one for all instances. */
    void passTokenOn() {
        if (hasToken) {
            hasToken = false;
            wakes.leaveToken();
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
        try {
            passTokenOn();
        } catch (RuntimeException unreachable) {
            // why nothing: without Redis nobody waits for a token
        }
        wakes.close();
        return stopped;
    }
}
