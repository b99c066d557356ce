package io.bulkaction;

import io.bulkaction.engine.Engine;
import io.bulkaction.engine.EngineParts;
import io.bulkaction.engine.QueueEngine;
import io.bulkaction.engine.ResultWriter;
import io.bulkaction.metrics.BulkActionMetrics;
import io.bulkaction.metrics.JobObservation;
import io.bulkaction.processor.JobProcessor;
import io.bulkaction.processor.ProcessorRegistry;
import io.bulkaction.processor.RetryPolicies;
import io.bulkaction.queue.Queue;
import io.bulkaction.queue.Queues;
import io.bulkaction.settings.ProcessorOverrides;
import io.bulkaction.submit.SubmitRules;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** The workers; left out where a module only submits. */
@AutoConfiguration(before = BulkActionAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "bulk-action.engine.enabled", matchIfMissing = true)
class EngineAutoConfiguration {

    @Bean
    ProcessorRegistry bulkActionProcessors(ObjectProvider<JobProcessor> processors) {
        return new ProcessorRegistry(processors.orderedStream().toList());
    }

    @Bean
    SubmitRules bulkActionSubmitRules(ProcessorRegistry processors) {
        return new SubmitRules(Optional.of(processors.types()), url -> {});
    }

    @Bean
    Engine bulkActionEngine(
            Queues queues,
            ProcessorRegistry processors,
            ProcessorOverrides overrides,
            BulkActionMetrics metrics,
            ObjectProvider<ObservationRegistry> observations,
            JsonMapper json) {
        JobObservation observation = new JobObservation(observations.getIfAvailable(() -> ObservationRegistry.NOOP));
        ResultWriter results = new ResultWriter(json::writeValueAsString, type -> false);
        return new Engine(queues.all().stream()
                .map(queue -> new QueueEngine(
                        queue,
                        new EngineParts(
                                processors,
                                new RetryPolicies(queue.settings().retry(), overrides),
                                type -> overrides.of(type).jobTimeoutOr(queue.settings().workerPool().jobTimeout()),
                                results,
                                metrics.queue(queue.name()),
                                observation,
                                ended -> {},
                                workers -> workers)))
                .toList());
    }

    @Bean
    BulkActionLifecycle bulkActionLifecycle(Engine engine, Queues queues) {
        Duration longest = queues.all().stream()
                .map(Queue::settings)
                .map(settings -> settings.workerPool().shutdownGracePeriod())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        return new BulkActionLifecycle(engine, longest);
    }
}
