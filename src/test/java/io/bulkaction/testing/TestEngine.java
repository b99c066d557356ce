package io.bulkaction.testing;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.internal.engine.EngineParts;
import io.bulkaction.internal.engine.ProcessorRegistry;
import io.bulkaction.internal.engine.QueueEngine;
import io.bulkaction.internal.engine.ResultWriter;
import io.bulkaction.internal.engine.TypeLimits;
import io.bulkaction.internal.engine.retry.RetryPolicies;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Roster;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.metrics.JobObservation;
import io.bulkaction.internal.metrics.QueueMetrics;
import io.bulkaction.internal.settings.JsonLimit;
import io.bulkaction.internal.settings.ProcessorOverrides;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.mock.env.MockEnvironment;
import tools.jackson.databind.json.JsonMapper;

/** The engine of one queue with a processor of the type TEST. Close it to stop it. */
public final class TestEngine implements AutoCloseable {

    public static final int MOST_OF_A_RESULT = 100_000;

    /** What the processor does. */
    @FunctionalInterface
    public interface Work {
        JobResult process(Job job) throws Exception;
    }

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final QueueEngine engine;

    private TestEngine(
            Queue queue, List<String> types, Work work, TypeLimits limits, ObservationRegistry observations,
            EngineParts.Reporter reporter) {
        QueueMetrics metrics = new BulkActionMetrics(registry).queue(queue.name());
        ProcessorOverrides overrides = new ProcessorOverrides(new MockEnvironment());
        this.engine = new QueueEngine(
                queue,
                new EngineParts(
                        new ProcessorRegistry(types.stream().map(type -> processor(type, work)).toList()),
                        new RetryPolicies(queue.settings().retry(), overrides),
                        type -> queue.settings().workerPool().jobTimeout(),
                        limits,
                        new ResultWriter(JsonMapper.builder().build()::writeValueAsString,
                                new JsonLimit(MOST_OF_A_RESULT, "the test"), new JsonLimit(1_000, "the test"),
                                type -> true),
                        metrics,
                        new JobObservation(observations),
                        queue.home().redis().payloads(),
                        () -> {},
                        failure -> {},
                        reporter));
    }

    public static TestEngine start(Queue queue, Work work) {
        return start(queue, work, ObservationRegistry.NOOP, (_, workers) -> workers);
    }

    /** @param reporter called by every heartbeat */
    public static TestEngine start(
            Queue queue, Work work, ObservationRegistry observations, EngineParts.Reporter reporter) {
        TestEngine test = new TestEngine(queue, List.of("TEST"), work, TypeLimits.NONE, observations, reporter);
        test.engine.start();
        return test;
    }

    /** An instance that knows some processor types and runs no more jobs of each than the limits of its process allow. */
    public static TestEngine limited(Queue queue, List<String> types, TypeLimits limits, Work work) {
        TestEngine test =
                new TestEngine(queue, types, work, limits, ObservationRegistry.NOOP, (_, workers) -> workers);
        test.engine.start();
        return test;
    }

    /** An instance of a name that knows some processor types and tells the others, as the service does. */
    public static TestEngine knowing(Queue queue, String instance, List<String> types, Work work) {
        TestEngine test =
                new TestEngine(queue, types, work, TypeLimits.NONE, ObservationRegistry.NOOP, (partition, workers) -> {
                    Roster roster = partition.instances()
                            .beat(new Instance.Info(instance, workers, "1", "host", Instant.EPOCH, types));
                    queue.foreign().fleetKnows(roster.types());
                    return roster.workers();
                });
        test.engine.start();
        return test;
    }

    public QueueEngine engine() {
        return engine;
    }

    /** Of all processors together; 0 when nothing was counted. */
    public long counted(String counter) {
        return Math.round(registry.find(counter).counters().stream().mapToDouble(Counter::count).sum());
    }

    public SimpleMeterRegistry registry() {
        return registry;
    }

    @Override
    public void close() {
        engine.stop(Deadline.in(Duration.ofSeconds(10)));
    }

    private static JobProcessor processor(String type, Work work) {
        return new JobProcessor() {
            @Override
            public String type() {
                return type;
            }

            @Override
            public JobResult process(Job job) throws Exception {
                return work.process(job);
            }
        };
    }
}
