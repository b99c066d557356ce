package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.JobName;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AttemptTest {

    private final Job job = new Job(
            new JobId("a1"), new GroupId("a"), new QueueName("q"), "TEST", "{}", 1, 0, Instant.EPOCH);
    private final Attempt attempt = new Attempt(
            0, new Worker(0),
            new ClaimedJob(job, "", new Claim(new JobName(job.groupId(), job.id()), "life.1"), Duration.ZERO,
                    new ClaimedJob.StartTime(
                            System.nanoTime(), Duration.ofHours(1)),
                    0),
            Duration.ZERO, started -> {});

    /** It was failed for good as timed out, and paused the queue, though its processor was never called. */
    @Test
    void aJobThatWaitsForACoreIsNotOverdue() {
        assertThat(attempt.isOverdue()).isFalse();
        assertThat(attempt.endUnstarted()).as("can be given back").isTrue();
    }

    @Test
    void aJobIsOverdueWhenItHasRunForLongerThanItsTimeout() {
        assertThat(attempt.begin()).isTrue();
        assertThat(attempt.isOverdue()).isTrue();
        assertThat(attempt.end()).isTrue();
        assertThat(attempt.isOverdue()).isFalse();
    }
}
