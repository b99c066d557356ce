package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.Seed;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What comes back goes to the front of its own group, in its order, and waits for the turn of its group like all others. */
class ReturnedJobsIT {

    private static final PrivateRedis REDIS = PrivateRedis.start();

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void aCounterThatIsWrongDoesNotKeepAGroupFromBeingServed() {
        TestQueue test = TestQueue.on(REDIS);
        test.enqueue("a", "a1", "a2");
        test.redis().read(commands -> commands.hset(
                test.redis().keys().group(new GroupId("a"), "meta"), Utf8.bytes("returned"), Utf8.bytes("1")));
        assertThat(test.fetch(2).ready()).isEqualTo(2);
        assertThat(test.ready()).containsExactly("a1", "a2");
    }

    @Test
    void jobsOfAGroupStartOldestFirstHoweverManyComeBack() {
        TestQueue test = TestQueue.on(REDIS);
        Admission.enqueue(test, "a", 0, 3000);
        List<ClaimedJob> jobs = new ArrayList<>(claimAll(test, 2500));
        Collections.shuffle(jobs, new Random(1));
        for (int i = 0; i < jobs.size(); i++) {
            switch (i % 3) {
                case 0 -> test.retry(jobs.get(i), Duration.ofMillis(1 + i % 7));
                case 1 -> test.release(jobs.get(i), true);
                default -> test.throttle(jobs.get(i), Duration.ofMillis(5));
            }
        }
        test.advance(1000);
        while (test.dispatch(100).moved() > 0) {
        }
        List<ClaimedJob> again = claimAll(test, 3000);
        assertThat(again).extracting(job -> job.id().value()).hasSize(3000).isSorted();
        Accounting.prove(test);
        test.clear();
    }

    @Test
    void jobsOfAGroupAreClaimedOldestFirstHoweverItsLimitsChange() {
        Seed.histories("order in a group", 10, seed -> {
            Random random = new Random(seed);
            TestQueue test = TestQueue.on(
                    REDIS,
                    "backpressure.global-rps", "100",
                    "backpressure.rate-limit-window", random.nextBoolean() ? "1s" : "200ms",
                    "backpressure.rate-limit-burst", random.nextBoolean() ? "1s" : "50ms",
                    "backpressure.share", random.nextBoolean() ? "lend" : "strict",
                    "worker-pool.max-concurrency-per-group", random.nextBoolean() ? "0" : "15");
            Admission admission = new Admission(test);
            EnqueueBatch plain = TestQueue.batch("a", null, true, ids("a", 400));
            test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs())
                    .with(random.nextBoolean() ? new GroupLimits(50.0, null) : GroupLimits.KEEP));
            List<ClaimedJob> running = new ArrayList<>();
            int others = 0;
            for (int tick = 0; tick < 40 && admission.order("a").size() < 400; tick++) {
                for (int i = random.nextInt(8) == 0 ? random.nextInt(12) : 0; i > 0; i--) {
                    Admission.enqueue(test, "other" + others++, 0, 1 + random.nextInt(40));
                }
                running.addAll(admission.admit(1 + random.nextInt(40)));
                for (int i = random.nextInt(40); i > 0 && !running.isEmpty(); i--) {
                    test.complete(running.removeFirst());
                }
                test.advance(random.nextInt(600));
            }
            assertThat(admission.order("a")).hasSizeGreaterThan(10).isSorted();
            Accounting.prove(test);
            test.clear();
        });
    }

    @Test
    void whoeverRetriesHoweverMuchNobodyElseWaitsLongerThanForATurn() {
        TestQueue test = TestQueue.on(REDIS, "fair-queue.alpha", "0");
        Admission.enqueue(test, "broken", 0, 1000);
        List<ClaimedJob> failed = claimAll(test, 1000);
        failed.forEach(test::fail);
        List<String> ids = failed.stream().map(job -> job.id().value()).toList();
        for (int from = 0; from < ids.size(); from += 250) {
            new Verbs(test).retryDead(ids.subList(from, from + 250));
        }
        test.enqueue("late", PriorityLevel.NORMAL, "late-1", "late-2");
        test.enqueue("urgent", PriorityLevel.HIGH, "urgent-1");

        test.fetch(5);

        assertThat(test.ready().getFirst()).isEqualTo("urgent-1");
        assertThat(test.ready()).contains("late-1", "late-2");
        Accounting.prove(test);
        test.clear();
    }

    @Test
    void aThrottledJobHoldsItsWholeGroupAndUsesNoAttempt() {
        TestQueue test = TestQueue.on(REDIS, "fair-queue.alpha", "0");
        test.enqueue("a", "a1", "a2", "a3", "a4");
        test.enqueue("b", "b1", "b2", "b3");
        test.fetch(4);
        List<ClaimedJob> running = test.claim(4);
        test.retry(running.get(2), Duration.ofMillis(1000));
        test.throttle(running.get(0), Duration.ofSeconds(5));
        test.fetch(10);
        assertThat(test.ready()).containsExactly("b3");
        assertThat(test.meta("a")).containsEntry("parked", "throttled");
        Admission admission = new Admission(test);
        test.complete(admission.admit(10));
        test.advance(4999);
        assertThat(admission.admit(10)).isEmpty();
        Accounting.prove(test);
        test.advance(1);
        List<ClaimedJob> admitted = admission.admit(10);
        assertThat(admitted).extracting(job -> job.id().value()).containsExactly("a1", "a2", "a3", "a4");
        assertThat(admitted.getFirst().job().attempt()).isEqualTo(2);
        assertThat(test.job("a1")).doesNotContainKeys("retryCount", "error");
        Accounting.prove(test);
    }

    @Test
    void recoveredJobsComeBackInTheOrderInWhichTheyWereSubmitted() {
        TestQueue test = TestQueue.on(REDIS);
        test.enqueue("a", "z", "y", "x", "w");
        test.fetch(3);
        test.claim(3);
        test.advance(31_000);
        test.recover(10);
        assertThat(test.pending("a")).containsExactly("z", "y", "x", "w");
        Accounting.prove(test);
    }

    @Test
    void congestionTellsHowManyJobsWaitForTheTokensOfTheirGroup() {
        TestQueue test = TestQueue.on(REDIS);
        EnqueueBatch plain = TestQueue.batch("a", null, true, ids("a", 60));
        test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs()).with(new GroupLimits(10.0, null)));
        test.enqueue("b", "b1");
        Admission admission = new Admission(test);
        test.complete(admission.admit(50));
        CongestionControl congestion = test.queue().congestion();
        GroupId a = new GroupId("a");
        assertThat(congestion.status(a)).isEqualTo(new CongestionControl.Status(
                a, 50, 50, 1, Duration.ofSeconds(6), CongestionLevel.HIGH));
        assertThat(congestion.groupsPerLevel()).containsEntry(CongestionLevel.HIGH, 1L)
                .containsEntry(CongestionLevel.NONE, 0L);
        test.advance(1000);
        admission.admit(50);
        assertThat(congestion.status(a).waiting()).isEqualTo(40);
        assertThat(congestion.status(a).peak()).isEqualTo(50);
        Accounting.prove(test);
    }

    /** While it waited for its turn with a token or two, it seemed to be free although most of its jobs had none. */
    @Test
    void aGroupStaysCongestedWhileItWaitsForItsTurn() {
        TestQueue test = TestQueue.on(REDIS);
        EnqueueBatch plain = TestQueue.batch("a", null, true, ids("a", 60));
        test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs()).with(new GroupLimits(10.0, null)));
        new Admission(test).admit(50);
        CongestionControl congestion = test.queue().congestion();
        GroupId a = new GroupId("a");
        assertThat(congestion.status(a).level()).isEqualTo(CongestionLevel.HIGH);
        test.enqueue("b", PriorityLevel.HIGH, "b1", "b2");
        test.advance(1000);
        test.fetch(1);
        assertThat(test.meta("a")).as("it has its seat again").doesNotContainKey("parked");
        assertThat(congestion.status(a).level()).isEqualTo(CongestionLevel.HIGH);
        Groups.of(test.queue()).limit(a, new GroupLimits(0.0, null));
        assertThat(congestion.status(a).level()).as("without a rate").isEqualTo(CongestionLevel.NONE);
        Accounting.prove(test);
    }

    private static List<ClaimedJob> claimAll(TestQueue test, int count) {
        List<ClaimedJob> jobs = new ArrayList<>();
        while (jobs.size() < count) {
            test.fetch(Math.min(500, count - jobs.size()));
            jobs.addAll(test.claim(500));
        }
        return jobs;
    }

    private static List<String> ids(String group, int count) {
        return IntStream.range(0, count).mapToObj(i -> "%s-%07d".formatted(group, i)).toList();
    }
}
