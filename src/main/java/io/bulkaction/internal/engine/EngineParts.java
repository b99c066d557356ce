package io.bulkaction.internal.engine;

import io.bulkaction.internal.engine.retry.RetryPolicies;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.metrics.QueueMetrics;
import java.time.Duration;
import java.util.function.Function;

/**
 * What a queue's engine is made of, beside the queue itself.
 *
 * @param timeouts how long a job of a processor's type may run
 * @param runEnded called as soon as a run has ended; must not block
 */
public record EngineParts(
        ProcessorRegistry processors,
        RetryPolicies policies,
        Function<String, Duration> timeouts,
        ResultWriter results,
        QueueMetrics metrics,
        JobObservation observation,
        Runnable runEnded,
        Reporter reporter) {

    /** Tells the others that this instance lives. */
    @FunctionalInterface
    public interface Reporter {

        /** In every partition, because jobs are recovered by what is known there. @return workers of all live instances */
        int report(Partition partition, int workers);
    }
}
