package io.bulkaction.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.GroupStatus;
import io.bulkaction.queue.ClaimedJob;
import io.bulkaction.queue.GroupCounts;
import io.bulkaction.queue.Queues;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.RedisCpu;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
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

/** A group with very many jobs; {@code -Dbulk-action.giant=1000000} for the full size. */
class GiantGroupIT {

    private static final int JOBS = Integer.getInteger("bulk-action.giant", 200_000);
    private static final Duration LONGEST_SCRIPT = Duration.ofMillis(50);
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
    void isCancelledWhileWorkersRunWithoutHoldingUpRedisOrTheBooks() {
        TestQueue test = TestQueue.liveOn(
                redis, "backpressure.global-rps", "1000000", "backpressure.ready-queue-max-size", "10000",
                "retention.completed-jobs", "1s");
        TestWorker hands = new TestWorker(test.queue());
        enqueue(test, "giant", JOBS);
        enqueue(test, "small", 2_000);
        for (int i = 0; i < 12; i++) {
            test.queue().fairQueue().fetch(1_000, 10_000);
        }
        for (ClaimedJob job : test.claim(2_000)) {
            hands.retry(job, Duration.ofHours(1));
        }
        assertThat(test.queue().ready().size()).isGreaterThan(5_000);

        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> others = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                others.add(CompletableFuture.runAsync(() -> work(test, over), threads));
            }
            others.add(CompletableFuture.runAsync(() -> watchTheBooks(test, over), threads));
            await().until(() -> test.queue().groups().state(GIANT).orElseThrow().counts().success() > 1_000);
            assertThat(cancelMeasured(test)).isLessThan(LONGEST_SCRIPT);
            over.set(true);
            others.forEach(CompletableFuture::join);
        }
        hands.completeAll();
        service(test).cancel(test.queue().name(), SMALL, "what waits for its retry");
        GroupProgress progress = service(test).progress(test.queue().name(), GIANT).orElseThrow();
        assertThat(progress.status()).isEqualTo(GroupStatus.AGGREGATING);
        assertThat(progress.doneJobs()).isEqualTo(JOBS);
        assertThat(progress.successCount()).isGreaterThan(1_000);
        assertThat(progress.cancelledCount()).isEqualTo(JOBS - progress.successCount()).isGreaterThan(JOBS / 2);
        assertThat(test.queue().ready().size() + test.queue().nonReady().size() + test.queue().inFlight().size())
                .isZero();
    }

    @Test
    void showsItsProgressAsFastAsASmallGroup() {
        TestQueue test = TestQueue.liveOn(redis);
        enqueue(test, "giant", JOBS);
        enqueue(test, "small", 10);
        GroupService service = service(test);
        medianNanos(service, test, GIANT);
        long small = medianNanos(service, test, SMALL);
        long giant = medianNanos(service, test, GIANT);
        System.out.println("progress of " + JOBS + " jobs takes " + giant / 1_000 + " us, of 10 jobs " + small / 1_000);
        assertThat(giant).isLessThan(5 * small);
    }

    /** Returns the most CPU time that Redis needed from the beginning of a step to its end, for whomever. */
    private Duration cancelMeasured(TestQueue test) {
        RedisCpu cpu = RedisCpu.of(redis);
        assumeTrue(cpu.isKnown(), "CPU time of Redis can be read");
        Canceller canceller = new Canceller(test.queue().groups(), GIANT, "too many");
        long began = System.nanoTime();
        long cancelled = 0;
        Duration most = Duration.ZERO;
        while (canceller.hasMore()) {
            Duration before = cpu.used();
            cancelled = canceller.step().cancelled();
            Duration used = cpu.used().minus(before);
            most = used.compareTo(most) > 0 ? used : most;
        }
        System.out.println("cancelled " + cancelled + " jobs in " + (System.nanoTime() - began) / 1_000_000
                + " ms, at most " + most.toNanos() / 1_000 + " us of Redis in one step");
        return most;
    }

    private static void work(TestQueue test, AtomicBoolean over) {
        while (!over.get()) {
            test.queue().fairQueue().fetch(100, 10_000);
            test.complete(test.claim(20));
        }
    }

    private static void watchTheBooks(TestQueue test, AtomicBoolean over) {
        while (!over.get()) {
            assertThat(test.queue().groups().states(List.of(GIANT, SMALL)))
                    .allSatisfy(state -> assertThat(state.counts()).returns(0L, GroupCounts::unaccounted));
        }
    }

    private static long medianNanos(GroupService service, TestQueue test, GroupId group) {
        long[] nanos = IntStream.range(0, 301).mapToLong(i -> {
            long start = System.nanoTime();
            assertThat(service.progress(test.queue().name(), group)).isPresent();
            return System.nanoTime() - start;
        }).toArray();
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }

    private static void enqueue(TestQueue test, String group, int count) {
        List<CompletableFuture<?>> underWay = new ArrayList<>();
        for (int from = 0; from < count; from += 500) {
            List<String> ids =
                    IntStream.range(from, Math.min(count, from + 500)).mapToObj(i -> group + "-" + i).toList();
            underWay.add(test.queue().fairQueue().enqueue(TestQueue.batch(group, null, true, ids)));
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
