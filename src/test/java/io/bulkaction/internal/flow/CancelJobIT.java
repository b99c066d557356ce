package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.JobCancellation;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.Timing;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One job is cancelled, wherever it is. */
class CancelJobIT {

    private static final JobCancellation CANCELLED = new JobCancellation(true, JobStatus.CANCELLED);

    private final TestQueue test = TestQueue.with();

    @AfterEach
    void theBooksAreRight() {
        Accounting.prove(test);
    }

    @Test
    void aJobIsCancelledInEveryPlaceInWhichItWaits() {
        test.enqueue("a", "returned", "retry", "front", "ready", "pending", "last");
        test.enqueue(EnqueueBatch.of(new GroupId("a"), "TEST", List.of(EnqueueBatch.Entry.of(
                new JobId("scheduled"), "{}", new Timing(null, Duration.ofHours(1))))));
        test.fetch(4);
        List<ClaimedJob> claimed = test.claim(3);
        test.release(claimed.get(0), true);
        test.retry(claimed.get(1), Duration.ofHours(1));
        test.release(claimed.get(2), false);

        for (String id : List.of("returned", "retry", "front", "ready", "pending", "scheduled")) {
            assertThat(cancel(id)).as(id).contains(CANCELLED);
            Accounting.prove(test);
            assertThat(cancel(id)).contains(new JobCancellation(false, JobStatus.CANCELLED));
        }
        assertThat(test.meta("a")).containsEntry("cancelledCount", "6").containsEntry("status", "RUNNING");
        test.fetch(10);
        test.complete(test.claim(10));
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").containsEntry("successCount", "1");
        assertThat(test.enqueue("a", "pending").accepted()).as("may be submitted again").isEqualTo(1);
    }

    @Test
    void theLastJobEndsItsRun() {
        test.enqueue("a", "1");
        assertThat(cancel("1")).contains(CANCELLED);
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "retry", "throttle", "release", "recover"})
    void aRunningJobEndsAsCancelledWhateverItsAttemptComesTo(String how) {
        ClaimedJob job = running();
        assertThat(test.partition().inFlight().cancellingJobs()).containsExactly(job.claim());
        switch (how) {
            case "fail" -> test.fail(job);
            case "retry" -> test.retry(job, Duration.ofSeconds(1));
            case "throttle" -> test.throttle(job, Duration.ofSeconds(1));
            case "release" -> test.release(job, true);
            default -> {
                test.advance(Duration.ofMinutes(10).toMillis());
                test.recover(10);
            }
        }
        assertThat(test.job("1")).containsEntry("status", "CANCELLED");
        assertThat(test.meta("a")).containsEntry("cancelledCount", "1").containsEntry("failedCount", "0");
        assertThat(test.contents()).doesNotContainKey("cancelling-jobs");
    }

    @Test
    void aSuccessCountsAndTheMarkGoes() {
        ClaimedJob job = running();
        test.complete(job);
        assertThat(test.meta("a")).containsEntry("successCount", "1");
        assertThat(test.contents()).doesNotContainKey("cancelling-jobs");
        assertThat(cancel("1")).contains(new JobCancellation(false, JobStatus.COMPLETED));
    }

    @Test
    void aLaterLifeOfTheIdIsNotCancelledForAnEarlierOne() {
        test.complete(running());
        test.fetch(10);
        test.complete(test.claim(10));
        test.advance(test.redis().settings().retention().completedJobs().toMillis() + 1);
        assertThat(CompletedJobs.of(test.queue()).expire(10)).isEqualTo(2);
        test.enqueue("a", "1");
        test.fetch(10);

        ClaimedJob again = test.claimOne();

        assertThat(test.partition().inFlight().cancellingJobs()).isEmpty();
        test.retry(again, Duration.ZERO);
        assertThat(test.job("1")).containsEntry("status", "WAITING");
    }

    @Test
    void aDeadLetterAndAnUnknownJobStayAsTheyAre() {
        test.enqueue("a", "1");
        test.fetch(10);
        test.fail(test.claimOne());
        assertThat(cancel("1")).contains(new JobCancellation(false, JobStatus.FAILED));
        assertThat(cancel("nobody")).isEqualTo(Optional.empty());
    }

    @Test
    void aJobIsFoundInTheMiddleOfALongList() {
        for (int i = 0; i < 12_000; i += 500) {
            int from = i;
            test.enqueue("a", IntStream.range(from, from + 500).mapToObj(n -> "j" + n).toArray(String[]::new));
        }
        for (String id : List.of("j0", "j3000", "j6001", "j11999")) {
            assertThat(cancel(id)).as(id).contains(CANCELLED);
        }
        assertThat(test.pending("a")).hasSize(11_996).doesNotContain("j0", "j3000", "j6001", "j11999");
    }

    private ClaimedJob running() {
        test.enqueue("a", "1", "2");
        test.fetch(1);
        ClaimedJob job = test.claimOne();
        assertThat(cancel("1")).contains(new JobCancellation(true, JobStatus.PROCESSING));
        assertThat(cancel("1")).contains(new JobCancellation(false, JobStatus.PROCESSING));
        return job;
    }

    private Optional<JobCancellation> cancel(String id) {
        return Groups.of(test.queue()).cancel(test.name(id));
    }
}
