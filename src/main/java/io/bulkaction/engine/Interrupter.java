package io.bulkaction.engine;

import io.bulkaction.job.GroupId;
import io.bulkaction.loop.Loop;
import io.bulkaction.queue.InFlight;
import java.time.Duration;
import java.util.Set;

/** Looks once a second, while jobs run here, whether a group of theirs is being cancelled. */
final class Interrupter {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final InFlight inFlight;
    private final WorkerPool pool;
    private final Loop loop;

    Interrupter(String queue, InFlight inFlight, WorkerPool pool) {
        this.inFlight = inFlight;
        this.pool = pool;
        this.loop = new Loop("interrupter-" + queue, this::turn);
    }

    Loop loop() {
        return loop;
    }

    private Duration turn() {
        if (pool.active() > 0) {
            Set<GroupId> cancelling = inFlight.cancelling();
            if (!cancelling.isEmpty()) {
                pool.cancel(cancelling);
            }
        }
        return INTERVAL;
    }
}
