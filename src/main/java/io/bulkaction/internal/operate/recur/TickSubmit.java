package io.bulkaction.internal.operate.recur;

import io.bulkaction.BulkActionService;
import io.bulkaction.BulkActionStream;
import io.bulkaction.JobRequest;
import io.bulkaction.QueueName;
import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Submits the jobs of a tick and seals its run behind them. The group of a tick and the ids of its jobs are the same
 * whoever submits them, so after a crash only what is missing is added.
 */
final class TickSubmit {

    private final BulkActionService service;
    private final JobSources sources;

    TickSubmit(BulkActionService service, JobSources sources) {
        this.service = service;
        this.sources = sources;
    }

    /** Whether this instance has its source. */
    boolean canFind(RecurringAction action) {
        return sources.has(action);
    }

    /** Another instance has the tick now, or may have it. */
    static final class LostLeaseException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** @return how many jobs the tick has */
    long run(QueueName queue, RecurringAction action, Tick tick, Lease lease) throws Exception {
        try (Stream<JobRequest> jobs = sources.of(action, tick)) {
            BulkActionStream run = service.open(action.target(queue, tick.group()));
            long count = 0;
            Iterator<JobRequest> each = jobs.iterator();
            while (each.hasNext()) {
                JobRequest job = each.next();
                count++;
                require(lease);
                run.add(job.id() != null ? job
                        : new JobRequest(Long.toString(count), job.payload(), job.timing(), job.metadata()));
            }
            require(lease);
            if (count == 0) {
                service.seal(queue.value(), tick.group()); // what an earlier attempt may have found
                return service.progress(queue.value(), tick.group()).map(found -> found.totalJobs()).orElse(0L);
            }
            return Math.max(count, run.closeSealed().totalJobs());
        }
    }

    /** Has a run end with the jobs that it has. */
    void giveUp(QueueName queue, Tick tick) {
        service.seal(queue.value(), tick.group());
    }

    private static void require(Lease lease) {
        if (!lease.isHeld()) {
            throw new LostLeaseException();
        }
    }
}
