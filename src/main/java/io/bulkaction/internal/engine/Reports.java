package io.bulkaction.internal.engine;

import io.bulkaction.JobLostException;
import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What running jobs say of themselves. Of the progress of a job only the latest is kept until the next write, which is one
 * call for many jobs and is not waited for: nobody relies on it, so what cannot be written is dropped. A checkpoint is
 * written at once, because a retry relies on it.
 */
final class Reports {

    private static final Logger log = LoggerFactory.getLogger(Reports.class);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final int MAX_BATCH = 200;

    private final Queue queue;
    private final Map<Claim, InFlight.Report> latest = new ConcurrentHashMap<>();
    private final Map<Partition, CompletableFuture<?>> answers = new HashMap<>();
    private Deadline next = Deadline.in(Duration.ZERO);

    Reports(Queue queue) {
        this.queue = queue;
    }

    void progress(ClaimedJob job, String progress) {
        latest.put(job.claim(), new InFlight.Report(job, progress, null));
    }

    /** @throws JobLostException when the job is not this attempt's any more */
    void checkpoint(ClaimedJob job, String json) {
        if (!queue.of(job.groupId()).inFlight().keep(job, json)) {
            throw new JobLostException(job.job());
        }
    }

    Optional<String> checkpoint(ClaimedJob job) {
        return queue.of(job.groupId()).inFlight().checkpoint(job.name());
    }

    /** Sends what jobs have said since the last time, unless that was a moment ago. For one thread, which must not fail. */
    void sendDue() {
        if (!latest.isEmpty() && next.isOver()) {
            sendAll();
            next = Deadline.in(INTERVAL);
        }
    }

    void sendAll() {
        List<InFlight.Report> taken = new ArrayList<>();
        latest.keySet().forEach(claim -> Optional.ofNullable(latest.remove(claim)).ifPresent(taken::add));
        queue.byPartition(taken, report -> report.job().groupId()).forEach(this::send);
    }

    /** One call at a time: a partition that does not answer must not collect more and more of them. */
    private void send(Partition partition, List<InFlight.Report> reports) {
        CompletableFuture<?> last = answers.get(partition);
        if (last != null && !last.isDone()) {
            return;
        }
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        for (int from = 0; from < reports.size(); from += MAX_BATCH) {
            calls.add(
                    partition.inFlight().report(reports.subList(from, Math.min(from + MAX_BATCH, reports.size()))));
        }
        answers.put(partition, CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        log.debug("what {} jobs have said of themselves is dropped: {}", reports.size(),
                                failure.getMessage());
                    }
                }));
    }
}
