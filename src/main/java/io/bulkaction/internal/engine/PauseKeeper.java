package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.settings.OnFinalFailure;
import java.time.Duration;
import java.util.List;

/** Lets a pause of one partition, after a job failed there, become one of the queue. A queue of one partition needs none. */
final class PauseKeeper {

    /** For failures of an instance that has died since: whoever writes one wakes this at once. Claims may be 800 ms old. */
    private static final Duration WHERE_FAILURES_PAUSE = Duration.ofMillis(150);

    /** Where only people pause, and whoever does copies it: this ends what somebody left half done. */
    private static final Duration ELSEWHERE = Duration.ofSeconds(2);

    private final boolean needed;
    private final boolean pausesOnFailure;
    private final Loop loop;

    PauseKeeper(Queue queue) {
        this.pausesOnFailure = queue.settings().onFinalFailure() == OnFinalFailure.PAUSE;
        Duration interval = pausesOnFailure ? WHERE_FAILURES_PAUSE : ELSEWHERE;
        this.needed = queue.isPartitioned();
        this.loop = new Loop("pauses-" + queue.name(), () -> {
            queue.pauses().settle();
            return interval;
        });
    }

    /** A job has failed for good here, so its partition may be paused. Returns at once. */
    void wake() {
        if (pausesOnFailure) {
            loop.wake();
        }
    }

    void start() {
        if (needed) {
            loop.start();
        }
    }

    void stop(Deadline deadline) {
        loop.stop(deadline);
    }

    List<Loop> loops() {
        return needed ? List.of(loop) : List.of();
    }
}
