package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.JobView.Place;
import io.bulkaction.TenantId;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A job as a person sees it, in each place it can be in. */
class JobLookupIT {

    private static final Instant START = Instant.ofEpochMilli(TestQueue.START);

    private final TestQueue test = TestQueue.with("backpressure.global-rps", "3");
    private final JobDriver driver = new JobDriver(test);
    private final Queue queue = test.queue();

    @Test
    void anUnknownJobIsNotFound() {
        assertThat(JobLookup.of(queue).find(test.name("nobody"))).isEmpty();
    }

    @Test
    void aJobIsPendingThenReadyThenProcessingThenCompleted() {
        test.enqueue("a", "a1");
        assertThat(see("a1").status()).isEqualTo(JobStatus.PENDING);
        assertThat(see("a1").place()).isEqualTo(Place.FAIR_QUEUE);
        assertThat(see("a1").createdAt()).isEqualTo(START);

        queue.home().fairQueue().fetch(50, 20);
        assertThat(see("a1").status()).isEqualTo(JobStatus.READY);
        assertThat(see("a1").place()).isEqualTo(Place.READY);

        test.advance(10);
        List<ClaimedJob> claimed = driver.claim(1);
        assertThat(see("a1").status()).isEqualTo(JobStatus.PROCESSING);
        assertThat(see("a1").until()).isEqualTo(START.plusMillis(30_010));
        assertThat(see("a1").startedAt()).isEqualTo(START.plusMillis(10));
        assertThat(see("a1").attempts()).isEqualTo(1);

        test.advance(10);
        queue.home().inFlight().complete(List.of(new InFlight.Success(
                claimed.getFirst(), Duration.ofMillis(10), "{\"sent\":true}", false)));
        assertThat(see("a1").status()).isEqualTo(JobStatus.COMPLETED);
        assertThat(see("a1").place()).isEqualTo(Place.FINISHED);
        assertThat(see("a1").finishedAt()).isEqualTo(START.plusMillis(20));
        assertThat(see("a1").result()).isEqualTo("{\"sent\":true}");
    }

    @Test
    void aJobThatWaitsSaysWhyAndUntilWhen() {
        test.enqueue("a", "a1");
        queue.home().inFlight().retry(List.of(new InFlight.Retry(
                driver.claim(1).getFirst(), Duration.ofSeconds(7), WaitReason.RETRY,
                new JobError("E1", "no", "at x"))));

        JobView job = see("a1");

        assertThat(job.status()).isEqualTo(JobStatus.WAITING);
        assertThat(job.place()).isEqualTo(Place.NON_READY);
        assertThat(job.waitReason()).isEqualTo(WaitReason.RETRY);
        assertThat(job.until()).isEqualTo(START.plusSeconds(7));
        assertThat(job.error()).isEqualTo(new JobView.Failure("E1", "no", "at x"));
        assertThat(job.history()).containsExactly(new JobView.FailedAttempt(1, START, "E1", "no", START, null));
        assertThat(job.retryCount()).isEqualTo(1);
    }

    @Test
    void everyAttemptSaysWhenItBeganAndWhichInstanceMadeIt() {
        test.enqueue("a", "a1");
        ClaimedJob first = driver.claim(1).getFirst();
        String life = first.claim().id().split("\\.")[0];
        test.redis().read(commands -> commands.hset(test.redis().keys().instances(),
                Map.of(Utf8.bytes("worker-7"), Utf8.bytes("{\"life\":\"" + life + "\"}"))));
        test.advance(41);
        test.retry(first, Duration.ofSeconds(1));
        test.advance(1_000);
        test.dispatch(1);
        test.advance(500);
        List<ClaimedJob> second = driver.claim(1);
        assertThat(see("a1").instance()).isEqualTo("worker-7");
        test.complete(second);

        JobView.FailedAttempt failed = see("a1").history().getFirst();
        assertThat(failed.startedAt()).isEqualTo(START);
        assertThat(failed.at()).isEqualTo(START.plusMillis(41));
        assertThat(failed.instance()).isEqualTo("worker-7");
        assertThat(see("a1").instance()).as("where it succeeded").isEqualTo("worker-7");
    }

    @Test
    void aJobWhoseGroupHasNoTokenLeftSaysSoAndUntilWhen() {
        test.enqueue(
                EnqueueBatch.of(new GroupId("a"), "TEST", TestQueue.batch("a", null, true, List.of("a1", "a2")).jobs())
                        .with(new GroupLimits(1.0, null)));
        driver.claim(1);
        queue.home().fairQueue().fetch(50, 20);

        assertThat(see("a2").status()).as(test::dump).isEqualTo(JobStatus.PENDING);
        assertThat(see("a2").place()).isEqualTo(Place.PARKED);
        assertThat(see("a2").waitReason()).isEqualTo(WaitReason.RATE_LIMITED);
        assertThat(see("a2").until()).isEqualTo(START.plusSeconds(1));
    }

    @Test
    void aJobWhoseGroupIsThrottledSaysSoAndUntilWhen() {
        test.enqueue("a", "a1", "a2");
        test.throttle(driver.claim(1).getFirst(), Duration.ofSeconds(9));

        assertThat(see("a2").place()).isEqualTo(Place.PARKED);
        assertThat(see("a2").waitReason()).isEqualTo(WaitReason.THROTTLED);
        assertThat(see("a1").until()).isEqualTo(START.plusSeconds(9));
    }

    @Test
    void aJobWhoseGroupRunsAsManyAsItMaySaysSo() {
        test.enqueue(
                EnqueueBatch.of(new GroupId("a"), "TEST", TestQueue.batch("a", null, true, List.of("a1", "a2")).jobs())
                        .with(new GroupLimits(null, 1)));
        driver.claim(1);
        queue.home().fairQueue().fetch(50, 20);

        assertThat(see("a2").place()).as(test::dump).isEqualTo(Place.PARKED);
        assertThat(see("a2").waitReason()).isEqualTo(WaitReason.CONCURRENCY);
        assertThat(see("a2").until()).isNull();
    }

    @Test
    void aJobOfAPausedTenantSaysSo() {
        test.enqueue("t/a", "a1");
        Tenants.of(queue).pause(new TenantId("t"), "they asked for it", "ann");

        assertThat(see("a1").place()).as(test::dump).isEqualTo(Place.PARKED);
        assertThat(see("a1").waitReason()).isEqualTo(WaitReason.TENANT_PAUSED);
        assertThat(see("a1").until()).isNull();
    }

    @Test
    void aDeadLetterKeepsEverythingNeededToJudgeIt() {
        test.enqueue("a", "a1");
        driver.fail(driver.claim(1), "E");

        JobView job = see("a1");

        assertThat(job.status()).isEqualTo(JobStatus.FAILED);
        assertThat(job.place()).isEqualTo(Place.DEAD_LETTERS);
        assertThat(job.payload()).isEqualTo("{}");
        assertThat(job.error()).isEqualTo(new JobView.Failure("E", "it said E", "at io.example.Thing"));
        assertThat(job.history()).hasSize(1);
        assertThat(job.finishedAt()).isEqualTo(START);
    }

    private JobView see(String id) {
        return JobLookup.of(queue).find(test.name(id)).orElseThrow();
    }
}
