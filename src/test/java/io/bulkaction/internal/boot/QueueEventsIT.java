package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobFailedEvent;
import io.bulkaction.JobHandler;
import io.bulkaction.JobId;
import io.bulkaction.JobRequest;
import io.bulkaction.JobResult;
import io.bulkaction.QueueName;
import io.bulkaction.QueuePausedEvent;
import io.bulkaction.QueueResumedEvent;
import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.EventListener;

/** What an application hears of failures and pauses. */
@Execution(ExecutionMode.SAME_THREAD)
class QueueEventsIT {

    private static final List<Object> HEARD = new CopyOnWriteArrayList<>();

    @EnableAutoConfiguration
    static class Host {

        @JobHandler("BREAK")
        JobResult fail() {
            return JobResult.permanent("BROKEN", "as always");
        }

        @EventListener
        void failed(JobFailedEvent event) {
            HEARD.add(event);
            throw new IllegalStateException("a listener that fails");
        }

        @EventListener
        void paused(QueuePausedEvent event) {
            HEARD.add(event);
        }

        @EventListener
        void resumed(QueueResumedEvent event) {
            HEARD.add(event);
        }
    }

    @Test
    void whatTheEngineHasLeftIsPublishedBeforeTheApplicationEnds() {
        List<Object> published = new ArrayList<>();
        QueueEvents events = new QueueEvents(event -> published.add(event));
        for (int i = 0; i < 3; i++) {
            Job job = new Job(new JobId("j-" + i), new GroupId("g"), new QueueName("q"), "TEST", "1", 1, 0,
                    Instant.EPOCH);
            events.failed(new InFlight.Failure(
                    new ClaimedJob(job, "", new Claim(new JobName(job.groupId(), job.id()), "life.1"), Duration.ZERO,
                            new ClaimedJob.StartTime(0, Duration.ZERO), 0),
                    new JobError("E", "no", "")));
        }

        new QueueEventsThread(events).stop();

        assertThat(published).hasSize(3);
    }

    @Test
    void aFailurePausesTheQueueAndBothAreHeard() {
        HEARD.clear();
        try (ConfigurableApplicationContext host = new SpringApplicationBuilder(Host.class).web(WebApplicationType.NONE)
                .run("--bulk-action.queues.default.on-final-failure=pause",
                        "--bulk-action.redis.url=redis://" + TestRedis.host() + ":" + TestRedis.port(),
                        "--bulk-action.key-prefix=" + TestRedis.uniquePrefix())) {
            host.getBean(BulkActionService.class).submit(BulkActionRequest.to("default", "g").processor("BREAK")
                    .jobs(List.of(JobRequest.of("j-1", 1))).build());

            await().untilAsserted(() -> assertThat(HEARD).hasSize(2));
            assertThat(HEARD).filteredOn(JobFailedEvent.class::isInstance).singleElement().satisfies(event -> {
                JobFailedEvent failed = (JobFailedEvent) event;
                assertThat(failed.jobId().value()).isEqualTo("j-1");
                assertThat(failed.code()).isEqualTo("BROKEN");
                assertThat(failed.attempt()).isEqualTo(1);
            });
            assertThat(HEARD).filteredOn(QueuePausedEvent.class::isInstance).singleElement()
                    .satisfies(event -> assertThat(((QueuePausedEvent) event).by()).isEqualTo("bulk-action"));

            QueueControl.of(host.getBean(Queues.class).get(new QueueName("default"))).resume();
            await().untilAsserted(
                    () -> assertThat(HEARD).endsWith(new QueueResumedEvent(new QueueName("default"))));
        }
    }
}
