package io.bulkaction;

import io.bulkaction.job.QueueName;
import io.bulkaction.metrics.BulkActionMetrics;
import io.bulkaction.metrics.JobObservation;
import io.bulkaction.submit.SubmitObserver;
import org.jspecify.annotations.Nullable;

/** Counts what is submitted and gives the trace along. */
record ObservedSubmits(BulkActionMetrics metrics, JobObservation observation) implements SubmitObserver {

    @Override
    public void accepted(QueueName queue, long jobs) {
        metrics.queue(queue).enqueued(jobs);
    }

    @Override
    public @Nullable String trace(QueueName queue) {
        return observation.submitting(queue);
    }
}
