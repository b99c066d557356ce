package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.Seed;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ready, Non-ready and the order between them, where a share, a throttle or a retry holds jobs back. */
class StagingIT {

    private static final PrivateRedis REDIS = PrivateRedis.start();

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 50, 1000})
    void nonReadyHoldsFewOfABigBacklog(int maxStaged) {
        TestQueue test = TestQueue.on(
                REDIS, "backpressure.global-rps", "3000", "backpressure.max-staged-per-group", "" + maxStaged);
        Admission admission = new Admission(test);
        Admission.enqueue(test, "small", 0, 100);
        Admission.enqueue(test, "big", 0, maxStaged == 1000 ? 100_000 : 8_000);
        long most = 0;
        for (int window = 0; window < 4; window++) {
            List<ClaimedJob> jobs = admission.admit(1000);
            // why not the small one's: with one group left there is no share to be denied
            test.complete(jobs.stream().filter(job -> job.groupId().value().equals("big")).toList());
            most = Math.max(most, test.queue().nonReady().size());
            test.advance(1000);
        }
        assertThat(most).isEqualTo(maxStaged);
        assertThat(admission.order("big")).hasSize(6000).isSorted();
        REDIS.clear();
    }

    @Test
    void noMoreThanTwoWindowsOfAShareAreStaged() {
        TestQueue test = TestQueue.on(REDIS, "backpressure.global-rps", "10");
        Admission.enqueue(test, "a", 0, 100);
        Admission.enqueue(test, "b", 0, 1);
        test.fetch(100);
        assertThat(test.queue().nonReady().size()).isEqualTo(10);
        assertThat(test.meta("a")).containsEntry("parked", "share");
    }

    @Test
    void jobsOfAGroupEnterReadyOldestFirstHoweverItsShareChanges() {
        Seed.histories("order in a group", 24, seed -> {
            Random random = new Random(seed);
            TestQueue test = TestQueue.on(
                    REDIS,
                    "backpressure.global-rps", "100",
                    "backpressure.rate-limit-window", random.nextBoolean() ? "1s" : "200ms",
                    "backpressure.max-staged-per-group", random.nextBoolean() ? "1000" : "7",
                    "worker-pool.max-concurrency-per-group", random.nextBoolean() ? "0" : "15");
            Admission admission = new Admission(test);
            Admission.enqueue(test, "a", 0, 400);
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
    void dueJobsGoBeforeFreshOnesInANewWindow() {
        TestQueue test = TestQueue.on(REDIS, "backpressure.global-rps", "4");
        test.enqueue("a", "a1", "a2", "a3");
        test.enqueue("b", "b1", "b2", "b3");
        test.fetch(10);
        List<ClaimedJob> first = test.claim(10);
        test.retry(first.getFirst(), Duration.ofMillis(500));
        test.advance(1000);
        assertThat(test.fetch(10).stop()).isEqualTo(Stop.DISPATCH);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("a1", "a3", "b3");
    }

    @Test
    void aUsedUpWindowIsToldEvenWhileJobsAreDue() {
        TestQueue test = TestQueue.on(REDIS, "backpressure.global-rps", "2");
        test.enqueue("a", "a1", "a2", "a3");
        test.fetch(10);
        test.retry(test.claimOne(), Duration.ZERO);
        test.advance(400);
        FairQueue.Fetched fetched = test.fetch(10);
        assertThat(fetched.stop()).isEqualTo(Stop.WINDOW);
        assertThat(fetched.waitFor()).hasValue(Duration.ofMillis(600));
        NonReadyQueue.Dispatched dispatched = test.dispatch(10);
        assertThat(dispatched.stop()).isEqualTo(Stop.WINDOW);
        assertThat(dispatched.waitFor()).hasValue(Duration.ofMillis(600));
        assertThat(dispatched.moved()).isZero();
    }

    @Test
    void whatDispatchMustLeaveKeepsItsOrderOverManyBatches() {
        TestQueue test = TestQueue.on(REDIS, "backpressure.global-rps", "60");
        Admission.enqueue(test, "a", 0, 60);
        test.fetch(60);
        List<ClaimedJob> jobs = test.claim(60);
        Admission.enqueue(test, "b", 0, 1);
        Admission.enqueue(test, "c", 0, 1);
        for (int i = 0; i < jobs.size(); i++) {
            test.retry(jobs.get(i), Duration.ofMillis(1000 + i));
        }
        Admission.enqueue(test, "a", 60, 60);
        test.advance(1100);
        List<String> order = new ArrayList<>();
        for (int window = 0; window < 7; window++) {
            // why small batches: each leaves some behind that must queue behind those left before
            while (test.dispatch(7).stop() == Stop.MORE) {
            }
            while (test.fetch(7).stop() == Stop.MORE) {
            }
            test.claim(100).stream()
                    .filter(job -> job.groupId().value().equals("a"))
                    .forEach(job -> order.add(job.id().value()));
            test.advance(1000);
        }
        assertThat(order).hasSize(120).isSorted();
        Accounting.prove(test);
    }

    @Test
    void aRetryThatItsShareHoldsBackGoesBeforeTheYoungerJobsOfItsGroup() {
        TestQueue test = TestQueue.on(REDIS, "backpressure.global-rps", "15");
        idle(test);
        Admission.enqueue(test, "a", 0, 100);
        Admission.enqueue(test, "b", 0, 100);
        test.fetch(10);
        test.fetch(10);
        ClaimedJob failed = test.claim(10).getFirst();
        test.retry(failed, Duration.ofMillis(1500));
        test.advance(1000);
        Admission admission = new Admission(test);
        admission.admit(50);
        test.advance(600);
        admission.admit(50);
        assertThat(test.meta(failed.groupId().value())).containsEntry("parked", "share");
        test.advance(400);
        List<ClaimedJob> next = admission.admit(50);
        assertThat(next.stream().filter(job -> job.groupId().equals(failed.groupId())).findFirst().orElseThrow().id())
                .isEqualTo(failed.id());
        Accounting.prove(test);
    }

    @Test
    void aThrottledJobParksItsWholeGroupAndUsesNoAttempt() {
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
        test.advance(2000);
        assertThat(admission.admit(10)).isEmpty();
        Accounting.prove(test);
        test.advance(2999);
        assertThat(admission.admit(10)).isEmpty();
        test.advance(1);
        List<ClaimedJob> admitted = admission.admit(10);
        assertThat(admitted).extracting(job -> job.id().value()).containsExactly("a1", "a2", "a3", "a4");
        assertThat(admitted.getFirst().job().attempt()).isEqualTo(2);
        assertThat(test.job("a1")).doesNotContainKeys("retryCount", "error");
        Accounting.prove(test);
    }

    @Test
    void aGroupWhoseWaitingJobsAreAllStagedGoesOnAtTheNextWindowNotAfterItsBackoff() {
        TestQueue test = TestQueue.on(
                REDIS, "backpressure.global-rps", "200", "backpressure.rate-limit-window", "100ms");
        idle(test);
        Admission admission = new Admission(test);
        Admission.enqueue(test, "a", 0, 12);
        assertThat(admission.admit(50)).hasSize(10);
        assertThat(test.nonReady()).hasSize(2);
        test.advance(100);
        assertThat(admission.admit(50)).hasSize(2);
    }

    @Test
    void aStagedJobThatIsMissingFromItsListStopsNobody() {
        TestQueue test = TestQueue.on(REDIS, "backpressure.global-rps", "8");
        idle(test);
        Admission.enqueue(test, "a", 0, 9);
        test.fetch(10);
        assertThat(test.nonReady()).hasSize(5);
        List<String> claimed = new ArrayList<>(test.claim(10).stream().map(job -> job.id().value()).toList());
        byte[] staged = test.redis().keys().group(new GroupId("a"), "staged");
        test.redis().read(commands -> commands.lrem(staged, 1, "a-0000007".getBytes()));
        test.redis().read(commands -> commands.lrem(staged, 1, "a-0000004".getBytes()));
        for (int window = 0; window < 4; window++) {
            test.advance(1000);
            test.dispatch(10);
            test.claim(10).forEach(job -> claimed.add(job.id().value()));
        }
        assertThat(claimed).hasSize(9).doesNotHaveDuplicates();
    }

    @Test
    void congestionIsMeasuredPerGroupAndForgottenWithTheRun() {
        TestQueue test = TestQueue.on(REDIS, "backpressure.global-rps", "31");
        idle(test);
        Admission admission = new Admission(test);
        Admission.enqueue(test, "a", 0, 35);
        Admission.enqueue(test, "b", 0, 12);
        admission.admit(50);
        CongestionControl congestion = test.queue().congestion();
        assertThat(congestion.status(new GroupId("a"))).isEqualTo(new CongestionControl.Status(
                new GroupId("a"), 20, 20, 20, Duration.ofSeconds(2), CongestionLevel.HIGH));
        assertThat(congestion.status(new GroupId("b"))).isEqualTo(new CongestionControl.Status(
                new GroupId("b"), 2, 2, 2, Duration.ofSeconds(1), CongestionLevel.LOW));
        assertThat(test.hash(test.redis().keys().congestion(new GroupId("a")))).containsEntry("level", "HIGH");
        assertThat(congestion.worst(1)).extracting(CongestionControl.Status::group).containsExactly(new GroupId("a"));
        assertThat(congestion.worst(5)).extracting(CongestionControl.Status::nonReady).containsExactly(20L, 2L);
        assertThat(congestion.groupsPerLevel())
                .containsEntry(CongestionLevel.HIGH, 1L)
                .containsEntry(CongestionLevel.LOW, 1L)
                .containsEntry(CongestionLevel.NONE, 1L)
                .containsEntry(CongestionLevel.SEVERE, 0L);
        long retention = test.redis().read(
                commands -> commands.pttl(test.redis().keys().congestion(new GroupId("a"))));
        assertThat(retention).isBetween(3_500_000L, 3_600_000L);

        test.advance(1000);
        admission.admit(50);
        assertThat(congestion.status(new GroupId("a")).peak()).isEqualTo(20);
        assertThat(congestion.status(new GroupId("b")).level()).isEqualTo(CongestionLevel.NONE);
        assertThat(congestion.groupsPerLevel()).containsEntry(CongestionLevel.NONE, 2L);
        Accounting.prove(test);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 19, 20, 99, 100, 5000})
    void levelsInJavaAndLuaAgree(long waiting) {
        TestQueue test = TestQueue.on(
                REDIS,
                "backpressure.global-rps", "20",
                "backpressure.max-staged-per-group", "1",
                "congestion.max-backoff", "30s");
        idle(test);
        Admission.enqueue(test, "a", 0, 12);
        byte[] meta = test.redis().keys().group(new GroupId("a"), "meta");
        test.redis().read(commands -> commands.hset(meta, "nonReady".getBytes(), ("" + waiting).getBytes()));
        test.redis().read(commands -> commands.hset(meta, "totalJobs".getBytes(), ("" + (12 + waiting)).getBytes()));
        test.fetch(100);
        CongestionControl.Status status = test.queue().congestion().status(new GroupId("a"));
        assertThat(status.level()).isEqualTo(CongestionLevel.of(waiting + 1, 10));
        assertThat(test.hash(test.redis().keys().congestion(new GroupId("a")))).containsEntry("level",
                status.level().name());
        assertThat(status.lastBackoff().toMillis()).isEqualTo(Math.min(30_000, 1000 + waiting / 10 * 1000));
    }

    @Test
    void withoutCongestionControlTheDefaultBackoffCounts() {
        TestQueue test = TestQueue.on(
                REDIS,
                "backpressure.global-rps", "20",
                "backpressure.default-backoff", "3s",
                "congestion.enabled", "false");
        idle(test);
        Admission.enqueue(test, "a", 0, 100);
        test.fetch(100);
        assertThat(test.queue().congestion().status(new GroupId("a")).lastBackoff()).isEqualTo(Duration.ofSeconds(3));
        assertThat(test.dispatch(10).waitFor()).hasValue(Duration.ofSeconds(3));
    }

    @Test
    void aHundredGroupsAreFetchedAndFullAndNothingIsTakenThatCannotBePlaced() {
        TestQueue test = TestQueue.on(REDIS, "backpressure.ready-queue-max-size", "30");
        IntStream.range(0, 100).forEach(i -> Admission.enqueue(test, "g" + i, 0, 3));
        FairQueue.Fetched fetched = test.fetch(100);
        assertThat(fetched.ready()).isEqualTo(30);
        assertThat(fetched.stop()).isEqualTo(Stop.FULL);
        assertThat(test.fetch(100).ready()).isZero();
        test.retry(test.claimOne(), Duration.ZERO);
        test.fetch(1);
        test.dispatch(10);
        assertThat(test.dispatch(10).moved()).isZero();
        assertThat(test.queue().ready().size()).isLessThanOrEqualTo(30);
        Accounting.prove(test);
    }

    /** A group whose only job runs on and on: it has a share and does not use it. */
    private static void idle(TestQueue test) {
        test.enqueue("idle", "idle");
        test.fetch(1);
        test.claim(1);
        test.advance(1000);
    }
}
