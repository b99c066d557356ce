package io.bulkaction.internal.engine;

import io.bulkaction.GroupId;
import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.Set;

/** Looks once a second, while jobs run here, whether one of them, or a group of theirs, is being cancelled. */
final class Interrupter {

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Queue queue;
    private final Attempts attempts;
    private final Loop loop;

    Interrupter(Queue queue, Attempts attempts) {
        this.queue = queue;
        this.attempts = attempts;
        this.loop = new Loop("interrupter-" + queue.name(), this::turn);
    }

    Loop loop() {
        return loop;
    }

    private Duration turn() {
        if (!attempts.isEmpty()) {
            queue.forEach(partition -> {
                Set<GroupId> cancelling = partition.inFlight().cancelling();
                if (!cancelling.isEmpty()) {
                    attempts.cancel(cancelling);
                }
                Set<Claim> jobs = partition.inFlight().cancellingJobs();
                if (!jobs.isEmpty()) {
                    attempts.cancelJobs(jobs);
                }
            });
        }
        return INTERVAL;
    }
}
