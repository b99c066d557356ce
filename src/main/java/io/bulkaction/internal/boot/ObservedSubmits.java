package io.bulkaction.internal.boot;

import io.bulkaction.QueueName;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.submit.SubmitObserver;
import org.jspecify.annotations.Nullable;

/** Counts submitted jobs and passes the trace on. */
record ObservedSubmits(BulkActionMetrics metrics, JobObservation observation) implements SubmitObserver {

    @Override
    public void accepted(QueueName queue, long jobs) {
        metrics.queue(queue).enqueued(jobs);
    }

    @Override
    public void notReplicated(QueueName queue) {
        metrics.queue(queue).notReplicated();
    }

    @Override
    public @Nullable String trace(QueueName queue) {
        return observation.submitting(queue);
    }
}
