package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What running jobs say of themselves. Of the progress of a job only the latest is kept until the next write, which is one
 * call for many jobs; a checkpoint is written at once, because a retry relies on it.
 */
final class Reports {

    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final int MAX_BATCH = 200;

    private final Queue queue;
    private final Map<Claim, InFlight.Report> latest = new ConcurrentHashMap<>();
    private Deadline next = Deadline.in(Duration.ZERO);

    Reports(Queue queue) {
        this.queue = queue;
    }

    void progress(ClaimedJob job, String progress) {
        latest.put(job.claim(), new InFlight.Report(job, progress, null));
    }

    void checkpoint(ClaimedJob job, String json) {
        queue.of(job.groupId()).inFlight().report(List.of(new InFlight.Report(job, null, json)));
    }

    Optional<String> checkpoint(ClaimedJob job) {
        return queue.of(job.groupId()).inFlight().checkpoint(job.name());
    }

    /** What jobs have said since the last write, unless that was a moment ago. For one thread. */
    void writeDue() {
        if (!latest.isEmpty() && next.isOver()) {
            writeAll();
            next = Deadline.in(INTERVAL);
        }
    }

    void writeAll() {
        List<InFlight.Report> taken = new ArrayList<>();
        latest.keySet().forEach(claim -> Optional.ofNullable(latest.remove(claim)).ifPresent(taken::add));
        queue.byPartition(taken, report -> report.job().groupId()).forEach((partition, part) -> {
            for (int from = 0; from < part.size(); from += MAX_BATCH) {
                partition.inFlight().report(part.subList(from, Math.min(from + MAX_BATCH, part.size())));
            }
        });
    }
}
