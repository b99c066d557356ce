package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.settings.OnFinalFailure;
import java.time.Duration;
import java.util.List;

/** Lets a pause of one partition, after a job failed there, become one of the queue. A queue of one partition needs none. */
final class PauseKeeper {

    /** Of the second after which nothing of a paused queue may start; claims may be 800 ms old. */
    private static final Duration WHERE_FAILURES_PAUSE = Duration.ofMillis(150);

    /** Where only people pause, and whoever does copies it: this ends what somebody left half done. */
    private static final Duration ELSEWHERE = Duration.ofSeconds(2);

    private final boolean needed;
    private final Loop loop;

    PauseKeeper(Queue queue) {
        Duration interval =
                queue.settings().onFinalFailure() == OnFinalFailure.PAUSE ? WHERE_FAILURES_PAUSE : ELSEWHERE;
        this.needed = queue.isPartitioned();
        this.loop = new Loop("pauses-" + queue.name(), () -> {
            queue.pauses().settle();
            return interval;
        });
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
