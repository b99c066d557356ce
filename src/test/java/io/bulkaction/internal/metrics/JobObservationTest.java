package io.bulkaction.internal.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.QueueName;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobObservationTest {

    private static final QueueName QUEUE = new QueueName("default");
    private static final Job JOB =
            new Job(new JobId("j1"), new GroupId("customer-A"), QUEUE, "SEND_EMAIL", "{}", 2, 1, Instant.EPOCH);

    private final ObservationRegistry registry = ObservationRegistry.create();
    private final JobObservation observation = new JobObservation(registry);
    private final List<Observation.Context> stopped = new ArrayList<>();

    @Test
    void anAttemptIsSeenWithItsKeys() throws Exception {
        listen();

        JobResult result = observation.observe(JOB, "", () -> {
            assertThat(registry.getCurrentObservation()).as("open on the processor's thread").isNotNull();
            return JobResult.success("data");
        });

        assertThat(result).isEqualTo(JobResult.success("data"));
        assertThat(stopped).hasSize(1);
        assertThat(stopped.getFirst().getName()).isEqualTo("bulk.action.job");
        assertThat(stopped.getFirst().getLowCardinalityKeyValues())
                .containsExactlyInAnyOrder(KeyValue.of("queue", "default"), KeyValue.of("processor", "SEND_EMAIL"));
        assertThat(stopped.getFirst().getHighCardinalityKeyValues()).contains(
                KeyValue.of("group.id", "customer-A"), KeyValue.of("job.id", "j1"), KeyValue.of("attempt", "2"));
    }

    @Test
    void anExceptionIsSeenAndComesOutUnchanged() {
        listen();
        IOException failure = new IOException("reset");

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> observation.observe(JOB, "", () -> {
            throw failure;
        }))
                .isSameAs(failure);

        assertThat(stopped.getFirst().getError()).isSameAs(failure);
    }

    @Test
    void withoutAListenerItCostsNextToNothing() throws Exception {
        JobResult done = JobResult.success();
        int jobs = 50_000;
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        observeOften(jobs, done);

        long before = threads.getCurrentThreadAllocatedBytes();
        observeOften(jobs, done);
        long perJob = (threads.getCurrentThreadAllocatedBytes() - before) / jobs;

        assertThat(perJob).as("bytes").isLessThanOrEqualTo(128);
    }

    private void observeOften(int jobs, JobResult done) throws Exception {
        for (int job = 0; job < jobs; job++) {
            observation.observe(JOB, "", () -> done);
        }
    }

    private void listen() {
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStop(Observation.Context context) {
                stopped.add(context);
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }
}
