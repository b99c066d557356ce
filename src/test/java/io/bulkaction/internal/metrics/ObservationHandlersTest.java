package io.bulkaction.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.QueueName;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObservationHandlersTest {

    private static final Job JOB = new Job(
            new JobId("j1"), new GroupId("a"), new QueueName("default"), "TEST", "{}", 1, 0, Instant.EPOCH);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /** Spring Boot registers one such handler by itself; it made a second timer out of every job. */
    @Test
    void theHandlerThatMakesTimersDoesNotSeeJobs() throws Exception {
        ObservationRegistry registry = ObservationHandlers.registry(
                List.of(new DefaultMeterObservationHandler(meters)), List.of(), List.of());
        new JobObservation(registry).observe(JOB, "", JobResult::success);
        assertThat(registry.isNoop()).isTrue();
        assertThat(new JobObservation(registry).submitting(new QueueName("default"))).isNull();
        assertThat(meters.getMeters()).isEmpty();
    }

    @Test
    void otherHandlersSeeJobsUnlessAPredicateForbidsIt() throws Exception {
        List<String> seen = new ArrayList<>();
        ObservationHandler<Observation.Context> handler = new ObservationHandler<>() {
            @Override
            public void onStop(Observation.Context context) {
                seen.add(context.getName());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        };
        ObservationRegistry registry = ObservationHandlers.registry(
                List.of(handler, new DefaultMeterObservationHandler(meters)),
                List.of((name, context) -> !name.equals("bulk.action.submit")),
                List.of());
        JobObservation observation = new JobObservation(registry);
        observation.observe(JOB, "", JobResult::success);
        assertThat(observation.submitting(new QueueName("default"))).as("nothing to carry").isNull();
        assertThat(seen).containsExactly("bulk.action.job");
    }
}
