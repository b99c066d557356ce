package io.bulkaction.internal.boot;

import io.bulkaction.QueueName;
import io.bulkaction.internal.engine.EngineParts;
import io.bulkaction.internal.engine.ProcessorRegistry;
import io.bulkaction.internal.engine.ResultWriter;
import io.bulkaction.internal.engine.TypeLimits;
import io.bulkaction.internal.engine.retry.RetryPolicies;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.ProcessorOverrides;
import io.bulkaction.internal.settings.QueueSettings;
import java.util.function.Consumer;

/** Puts together what the engine of a queue is made of. */
record EngineAssembly(
        ProcessorRegistry processors,
        ProcessorOverrides overrides,
        BulkActionMetrics metrics,
        JobObservation observation,
        PayloadCodecs payloads,
        ResultWriter results,
        TypeLimits limits) {

    static EngineAssembly of(
            ProcessorRegistry processors,
            ProcessorOverrides overrides,
            BulkActionMetrics metrics,
            JobObservation observation,
            PayloadCodecs payloads,
            ResultWriter results,
            BulkActionSettings settings) {
        for (String type : processors.types()) {
            overrides.check(type); // a bad override stops the start, not the first job
            settings.allQueues().keySet().forEach(queue -> metrics.queue(queue).expectProcessor(type));
        }
        TypeLimits limits = new TypeLimits(processors.types(), type -> overrides.of(type).concurrencyOrNone());
        return new EngineAssembly(processors, overrides, metrics, observation, payloads, results, limits);
    }

    EngineParts parts(QueueName queue, QueueSettings settings, Runnable runEnded, Consumer<InFlight.Failure> failed,
            EngineParts.Reporter reporter) {
        return new EngineParts(
                processors,
                new RetryPolicies(settings.retry(), overrides),
                type -> overrides.of(type).jobTimeoutOr(settings.workerPool().jobTimeout()),
                limits,
                results,
                metrics.queue(queue),
                observation,
                payloads,
                runEnded,
                failed,
                reporter);
    }
}
