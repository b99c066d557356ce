package io.bulkaction.metrics;

import io.bulkaction.job.Job;
import io.bulkaction.job.JobResult;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

/** Wraps one attempt in an observation, so that tracing and other handlers see it. */
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

    /** On the calling thread, which is the one the processor runs on. */
    public JobResult observe(Job job, Attempt attempt) throws Exception {
        // Without a listener the registry gives out one shared observation that does nothing and costs next to nothing.
        return Observation.createNotStarted("bulk.action.job", registry)
                .contextualName(job.processorType())
                .lowCardinalityKeyValue("queue", job.queue().value())
                .lowCardinalityKeyValue("processor", job.processorType())
                .highCardinalityKeyValue("group.id", job.groupId().value())
                .highCardinalityKeyValue("job.id", job.id().value())
                .highCardinalityKeyValue("attempt", Integer.toString(job.attempt()))
                .observeChecked(attempt::run);
    }
}
