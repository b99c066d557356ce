package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A group with very many jobs; {@code -Dchaos.giant-jobs=1000000} for the full size. */
class GiantGroupIT {

    private static final int JOBS = Integer.getInteger("chaos.giant-jobs", 50_000);
    private static final int MOST_IN_A_STEP = 1_000;
    private static final GroupId GIANT = new GroupId("giant");
    private static final GroupId SMALL = new GroupId("small");

    private PrivateRedis redis;

    @BeforeEach
    void start() {
        redis = PrivateRedis.start();
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void isCancelledInShortStepsWhileWorkersRunAndTheAccountingHolds() {
        TestQueue test = TestQueue.liveOn(
                redis, "backpressure.global-rps", "1000000", "backpressure.ready-queue-max-size", "10000",
                "retention.completed-jobs", "1s");
        TestWorker hands = new TestWorker(test.queue());
        enqueue(test, "giant", JOBS);
        enqueue(test, "small", 2_000);
        for (int i = 0; i < 12; i++) {
            test.partition().fairQueue().fetch(1_000, 10_000);
        }
        for (ClaimedJob job : test.claim(2_000)) {
            hands.retry(job, Duration.ofHours(1));
        }
        assertThat(test.partition().ready().size()).isGreaterThan(5_000);

        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> others = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                others.add(CompletableFuture.runAsync(() -> work(test, over), threads));
            }
            others.add(CompletableFuture.runAsync(() -> watchTheBooks(test, over), threads));
            await().until(() -> Groups.of(test.queue()).state(GIANT).orElseThrow().counts().success() > 1_000);
            cancelStepByStep(test);
            over.set(true);
            others.forEach(CompletableFuture::join);
        }
        hands.completeAll();
        service(test).cancel(test.queue().name(), SMALL, "what waits for its retry");
        GroupProgress progress = service(test).progress(test.queue().name(), GIANT).orElseThrow();
        assertThat(progress.status()).isEqualTo(GroupStatus.CANCELLED);
        assertThat(progress.doneJobs()).isEqualTo(JOBS);
        assertThat(progress.successCount()).isGreaterThan(1_000);
        assertThat(progress.cancelledCount()).isEqualTo(JOBS - progress.successCount()).isGreaterThan(JOBS / 2);
        assertThat(test.partition().ready().size() + test.partition().nonReady().size()
                + test.partition().inFlight().size())
                .isZero();
    }

    @Test
    void showsItsProgressAtTheCostOfASmallGroup() {
        TestQueue test = TestQueue.liveOn(redis);
        enqueue(test, "giant", JOBS);
        enqueue(test, "small", 10);
        GroupService service = service(test);
        progress(service, test, SMALL); // from now on Redis knows the script

        assertThat(progress(service, test, GIANT).commands()).isEqualTo(progress(service, test, SMALL).commands());
    }

    private PrivateRedis.Cost progress(GroupService service, TestQueue test, GroupId group) {
        return redis.costOf(() -> assertThat(service.progress(test.queue().name(), group)).isPresent());
    }

    /** Others get their turn between the steps, so none may take too many jobs. */
    private static void cancelStepByStep(TestQueue test) {
        Canceller canceller = new Canceller(Groups.of(test.queue()), GIANT, "too many");
        long cancelled = 0;
        while (canceller.hasMore()) {
            long now = canceller.step().cancelled();
            assertThat(now - cancelled).as("jobs in one step").isLessThanOrEqualTo(MOST_IN_A_STEP);
            cancelled = now;
        }
    }

    private static void work(TestQueue test, AtomicBoolean over) {
        while (!over.get()) {
            test.partition().fairQueue().fetch(100, 10_000);
            test.complete(test.claim(20));
        }
    }

    private static void watchTheBooks(TestQueue test, AtomicBoolean over) {
        while (!over.get()) {
            assertThat(Groups.of(test.queue()).states(List.of(GIANT, SMALL)))
                    .allSatisfy(state -> assertThat(state.counts()).returns(0L, GroupStatesIT::unaccounted));
        }
    }

    private static void enqueue(TestQueue test, String group, int count) {
        List<CompletableFuture<?>> underWay = new ArrayList<>();
        for (int from = 0; from < count; from += 500) {
            List<String> ids =
                    IntStream.range(from, Math.min(count, from + 500)).mapToObj(i -> group + "-" + i).toList();
            underWay.add(test.partition().fairQueue().enqueue(TestQueue.batch(group, null, true, ids)));
            if (underWay.size() == 8) {
                underWay.forEach(CompletableFuture::join);
                underWay.clear();
            }
        }
        underWay.forEach(CompletableFuture::join);
    }

    private static GroupService service(TestQueue test) {
        return new GroupService(
                new Queues(Map.of(test.queue().name(), test.queue())), new ResultAggregators(List.of()));
    }
}
