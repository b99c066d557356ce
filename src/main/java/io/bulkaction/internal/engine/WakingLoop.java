package io.bulkaction.internal.engine;

import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.redis.WakeList;
import java.time.Duration;

/** A loop that waits in Redis for something to do, and that a stop does not find waiting. */
final class WakingLoop {

    private final Loop loop;
    private final WakeList wakes;
    /** Taken from all instances, and its work not yet looked for. */
    private volatile boolean hasSignal;

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

    /** For the step: until a script leaves a signal, at most so long. @return whether one came */
    boolean awaitSignal(Duration atMost) {
        boolean came = wakes.await(atMost);
        hasSignal |= came;
        return came;
    }

    /** For the step: it has looked for the work that the signal announced. */
    void signalUsed() {
        hasSignal = false;
    }

    /** Leaves a signal that was taken and not used to somebody else: there is one for all instances. */
    void passSignalOn() {
        if (hasSignal) {
            hasSignal = false;
            wakes.signal();
        }
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
            passSignalOn();
        } catch (RuntimeException unreachable) {
            // why nothing: without Redis nobody waits for a signal
        }
        wakes.close();
        return stopped;
    }
}
