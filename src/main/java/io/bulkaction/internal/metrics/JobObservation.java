package io.bulkaction.internal.metrics;

import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.QueueName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Lets tracing and other handlers see submits and attempts; an attempt continues the trace of its submit. */
public final class JobObservation {

    private final ObservationRegistry registry;

    public JobObservation(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** One attempt. */
    @FunctionalInterface
    public interface Attempt {
        JobResult run() throws Exception;
    }

    /** What the jobs of a submit have to carry; null without a tracer. */
    public @Nullable String submitting(QueueName queue) {
        if (registry.isNoop()) {
            return null;
        }
        Map<String, String> carrier = new TreeMap<>();
        SenderContext<Map<String, String>> context = new SenderContext<>(
                (to, name, value) -> Objects.requireNonNull(to).put(name, value), Kind.PRODUCER);
        context.setCarrier(carrier);
        // why stopped at once: it only marks the moment; the jobs have observations of their own
        Observation.createNotStarted("bulk.action.submit", () -> context, registry)
                .contextualName("submit " + queue)
                .lowCardinalityKeyValue("queue", queue.value())
                .start()
                .stop();
        String text = Carrier.write(carrier);
        return text.isEmpty() ? null : text;
    }

    /**
     * On the calling thread, which is the one the processor runs on.
     *
     * @param trace what the job carries from its submit; may be empty
     */
    public JobResult observe(Job job, String trace, Attempt attempt) throws Exception {
        if (registry.isNoop()) {
            return attempt.run();
        }
        Map<String, String> carrier = Carrier.read(trace);
        ReceiverContext<Map<String, String>> context = new ReceiverContext<>(Map::get, Kind.CONSUMER);
        context.setCarrier(carrier);
        return Observation.createNotStarted("bulk.action.job", () -> context, registry)
                .contextualName(job.processorType())
                .lowCardinalityKeyValue("queue", job.queue().value())
                .lowCardinalityKeyValue("processor", job.processorType())
                .highCardinalityKeyValue("group.id", job.groupId().value())
                .highCardinalityKeyValue("job.id", job.id().value())
                .highCardinalityKeyValue("attempt", Integer.toString(job.attempt()))
                .observeChecked(attempt::run);
    }
}
