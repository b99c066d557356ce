package io.bulkaction.internal.engine;

import io.bulkaction.internal.engine.retry.RetryPolicies;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.payload.PayloadCodecs;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a queue's engine is made of, beside the queue itself.
 *
 * @param timeouts how long a job of a processor's type may run
 * @param limits how many jobs of a type may run in this process; of all its engines
 * @param runEnded called as soon as a run has ended; must not block
 * @param failed told of each job that became a dead letter here; must not block
 */
public record EngineParts(
        ProcessorRegistry processors,
        RetryPolicies policies,
        Function<String, Duration> timeouts,
        TypeLimits limits,
        ResultWriter results,
        QueueMetrics metrics,
        JobObservation observation,
        PayloadCodecs payloads,
        Runnable runEnded,
        Consumer<InFlight.Failure> failed,
        Reporter reporter) {

    /** Tells the others that this instance lives. */
    @FunctionalInterface
    public interface Reporter {

        /** In every partition, because jobs are recovered by what is known there. @return workers of all live instances */
        int report(Partition partition, int workers);
    }
}
