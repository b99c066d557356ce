package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Loop;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Extends the leases of everything this instance holds, and reports that it lives. */
final class Heartbeat {

    private static final int BATCH = 500;

    private final Queue queue;
    private final Leases leases;
    private final Attempts attempts;
    private final Consumer<Partition> report;
    private final Duration interval;
    private final Loop loop;

    /** @param report tells the others in a partition about this instance, once its leases there are extended */
    Heartbeat(Queue queue, Leases leases, Attempts attempts, Consumer<Partition> report, Duration interval) {
        this.queue = queue;
        this.leases = leases;
        this.attempts = attempts;
        this.report = report;
        this.interval = interval;
        this.loop = new Loop("heartbeat-" + queue.name(), this::beat);
    }

    Loop loop() {
        return loop;
    }

    private Duration beat() {
        Map<Partition, List<ClaimedJob>> jobs = queue.byPartition(List.copyOf(leases.all()), ClaimedJob::groupId);
        Set<Claim> lost = new HashSet<>();
        queue.forEach(partition -> extend(partition, jobs.getOrDefault(partition, List.of()), lost));
        if (!lost.isEmpty()) {
            attempts.endLost(lost);
        }
        return interval;
    }

    private void extend(Partition partition, List<ClaimedJob> jobs, Set<Claim> lost) {
        for (int from = 0; from < jobs.size(); from += BATCH) {
            partition.inFlight().extend(jobs.subList(from, Math.min(from + BATCH, jobs.size()))).stream()
                    .filter(leases::contains) // why look again: one that was acknowledged while this ran is not lost but done
                    .forEach(job -> lost.add(job.claim()));
        }
        report.accept(partition);
    }
}
