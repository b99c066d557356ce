package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.JobLostException;
import io.bulkaction.JobResult;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a running job says of itself. */
class ReportsIT {

    private static final JobName JOB = new JobName(new GroupId("a"), new JobId("a1"));

    @Test
    void progressIsShownWhileTheJobRunsAndACheckpointReachesTheNextAttempt() {
        TestQueue test = TestQueue.live("retry.initial-backoff", "1ms", "retry.jitter", "0");
        CountDownLatch seen = new CountDownLatch(1);
        Queue<Optional<String>> found = new ConcurrentLinkedQueue<>();
        try (TestEngine _ = TestEngine.start(test.queue(), job -> {
            found.add(job.checkpoint());
            if (job.attempt() == 1) {
                for (int i = 0; i <= 42; i++) {
                    job.progress(i, "page " + i);
                }
                job.checkpoint("{\"page\":42}");
                seen.await();
                return JobResult.failure("E", "again", true);
            }
            return JobResult.success();
        })) {
            test.enqueue("a", "a1");
            await().untilAsserted(() -> assertThat(view(test).progress())
                    .isEqualTo(new JobView.Progress(42, "page 42")));
            assertThat(view(test).checkpoint()).isEqualTo("{\"page\":42}");
            seen.countDown();
            await().until(() -> found.size() == 2);
        }
        assertThat(found).containsExactly(Optional.empty(), Optional.of("{\"page\":42}"));
    }

    @Test
    void whatAnAttemptSaysAfterItHasLostItsJobDoesNotCount() {
        TestQueue test = TestQueue.with();
        test.enqueue("a", "a1");
        test.fetch(1);
        ClaimedJob first = test.claimOne();
        report(test, first, "1 10.0 first", "1");
        test.advance(Duration.ofHours(1).toMillis());
        test.recover(10);
        report(test, first, "1 20.0 late", "\"late\"");
        assertThat(test.job("a1")).containsEntry("checkpoint", "1").containsEntry("progress", "1 10.0 first");
        test.fetch(1);
        ClaimedJob second = test.claimOne();

        report(test, first, "1 30.0 late", "\"late\"");

        assertThat(test.queue().home().inFlight().checkpoint(JOB)).contains("1");
        assertThat(view(test).progress()).as("of an earlier attempt").isNull();
        report(test, second, "2 5.0 second", null);
        assertThat(view(test).progress()).isEqualTo(new JobView.Progress(5, "second"));
        test.complete(second);
        report(test, second, "2 99.0 late", "\"late\"");
        assertThat(view(test).checkpoint()).isEqualTo("1");
        Accounting.prove(test);
    }

    @Test
    void aNewLifeOfTheSameIdKnowsNothingOfTheOldOne() {
        TestQueue test = TestQueue.with();
        test.enqueue("a", "a1");
        test.fetch(1);
        ClaimedJob first = test.claimOne();
        report(test, first, "1 10.0 first", "{\"secret\":1}");
        test.release(first, true);
        new Verbs(test).cancel("a", 10, List.of());
        assertThat(test.job("a1")).doesNotContainKeys("payload", "checkpoint");
        test.enqueue("a", "a1");
        assertThat(view(test).checkpoint()).isNull();
        assertThat(view(test).progress()).isNull();
    }

    @Test
    void progressOfManyJobsIsOneCallAndNoneWhereNobodySpeaks() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            List<Script> calls = new CopyOnWriteArrayList<>();
            TestQueue test = TestQueue.watched(redis, calls::add);
            String[] ids = IntStream.range(0, 150).mapToObj(i -> "j" + i).toArray(String[]::new);
            test.enqueue("a", ids);
            test.fetch(150);
            List<ClaimedJob> jobs = test.claim(150);
            Reports reports = new Reports(test.queue());
            for (int percent = 0; percent < 100; percent++) {
                for (ClaimedJob job : jobs) {
                    reports.progress(job, "1 " + percent + ".0 x");
                }
            }

            calls.clear();

            reports.sendDue();
            await().untilAsserted(() -> assertThat(calls).containsExactly(Script.REPORT));
            assertThat(redis.costOf(reports::sendDue).commands()).isZero();
            assertThat(test.job("j149")).containsEntry("progress", "1 99.0 x");
        }
    }

    @Test
    void whoeverKeepsSomethingForAJobThatItHasLostIsTold() {
        TestQueue test = TestQueue.with();
        test.enqueue("a", "a1");
        test.fetch(1);
        ClaimedJob first = test.claimOne();
        Reports reports = new Reports(test.queue());
        reports.checkpoint(first, "1");
        test.advance(Duration.ofHours(1).toMillis());
        test.recover(10);

        assertThatThrownBy(() -> reports.checkpoint(first, "2"))
                .isInstanceOf(JobLostException.class)
                .hasMessageContaining("a1").hasMessageContaining("another instance");
        assertThat(test.job("a1")).containsEntry("checkpoint", "1");
    }

    @Test
    void aFullMemoryCostsAJobWithACheckpointNoRetryAndOneWithProgressNothing() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.liveOn(redis, "retry.max-retries", "0");
            CountDownLatch isFull = new CountDownLatch(1);
            Queue<Integer> attempts = new ConcurrentLinkedQueue<>();
            try (TestEngine _ = TestEngine.start(test.queue(), job -> {
                isFull.await();
                job.progress(50, "half");
                if (job.id().value().equals("keeps")) {
                    attempts.add(job.attempt());
                    job.checkpoint("1");
                }
                return JobResult.success();
            })) {
                test.enqueue("a", "keeps");
                test.enqueue("b", "b1", "b2", "b3");
                await().until(() -> test.queue().home().inFlight().size() == 4);
                redis.configure("maxmemory", "500kb");
                isFull.countDown();

                await().until(() -> "COMPLETED".equals(test.meta("b").get("status")));
                await().until(() -> "THROTTLED".equals(test.job("keeps").get("waitReason")));
                redis.configure("maxmemory", "0");
                await().until(() -> "COMPLETED".equals(test.meta("a").get("status")));
            }
            assertThat(attempts).containsExactly(1, 2);
            assertThat(test.job("keeps")).doesNotContainKey("retryCount").containsEntry("checkpoint", "1");
        }
    }

    @Test
    void whatIsTooLongIsCutOffOrRefused() {
        TestQueue test = TestQueue.live();
        Queue<Throwable> refused = new ConcurrentLinkedQueue<>();
        CountDownLatch seen = new CountDownLatch(1);
        try (TestEngine _ = TestEngine.start(test.queue(), job -> {
            job.progress(250, "x".repeat(1_000));
            refuse(refused, () -> job.checkpoint("\"" + "x".repeat(1_000) + "\""));
            refuse(refused, () -> job.checkpoint("{"));
            refuse(refused, () -> job.progress(Double.NaN, ""));
            seen.await();
            return JobResult.success();
        })) {
            test.enqueue("a", "a1");
            await().until(() -> view(test).progress() != null);
            seen.countDown();
        }
        assertThat(refused).extracting(Throwable::getMessage).satisfiesExactly(
                message -> assertThat(message).contains("larger than 1000 bytes"),
                message -> assertThat(message).contains("not JSON"),
                message -> assertThat(message).contains("not a number"));
        assertThat(view(test).progress()).isEqualTo(new JobView.Progress(100, "x".repeat(200) + "…"));
    }

    @Test
    void aJobOfATestSpeaksToNobody() {
        Job job = new Job(
                new JobId("a"), new GroupId("g"), new QueueName("q"), "T", "{}", 1, 0,
                Instant.EPOCH);
        job.progress(1, "x");
        job.checkpoint("1");
        assertThat(job.checkpoint()).isEmpty();
    }

    private static void refuse(Queue<Throwable> refused, Runnable call) {
        try {
            call.run();
        } catch (IllegalArgumentException e) {
            refused.add(e);
        }
    }

    private static void report(TestQueue test, ClaimedJob job, String progress, String checkpoint) {
        test.queue().home().inFlight().report(List.of(new InFlight.Report(job, progress, checkpoint))).join();
    }

    private static JobView view(TestQueue test) {
        return JobLookup.of(test.queue()).find(JOB).orElseThrow();
    }
}
