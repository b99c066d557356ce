package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.EnqueueBatch.Entry;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.redis.WakeList;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What the process submits itself is fetched and claimed right behind the enqueue, while its workers wait. */
class EarlyFetchIT {

    private static final PrivateRedis REDIS = PrivateRedis.start();

    /** So long that no fetcher, claimer or dispatcher looks by itself while a test is patient. */
    private static final String[] NEVER_LOOKS = {"worker-pool.worker-timeout", "10m"};

    /** Loops of an engine that wait for a token: fetcher, claimer and dispatcher. */
    private static final int WAITING = 3;

    private static final GroupLimits TEN_A_SECOND = new GroupLimits(10.0, null);

    /** The concurrency is out of reach: it only keeps the engine from claiming ahead. */
    private final TestQueue test =
            TestQueue.liveOn(REDIS, "worker-pool.worker-timeout", "10m", "worker-pool.worker-count", "2",
                    "worker-pool.max-concurrency", "100", "backpressure.rate-limit-window", "100ms");
    private final Set<String> started = ConcurrentHashMap.newKeySet();

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void aJobStartsAtOnceAndHardlyAnybodyIsWokenForIt() {
        AtomicInteger tokens = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                WakeList elsewhere = test.partition().wakes().fetcher();
                TestEngine _ = TestEngine.start(test.queue(), this::start)) {
            enqueueWhileIdle("first", WAITING); // Redis may not know the scripts yet
            awaitWaiting(REDIS, WAITING);
            threads.execute(() -> {
                while (elsewhere.await(Duration.ofMinutes(10))) {
                    tokens.incrementAndGet();
                }
            });
            for (int i = 0; i < 6; i++) { // Redis serves in turn those who wait for a token
                enqueueWhileIdle("job-" + i, WAITING + 1);
            }
            elsewhere.interrupt();
        }
        // why not none: on a busy machine a loop may look by itself just before the enqueue, which then has to wake it
        assertThat(tokens).as("of six that there would be without early fetches").hasValueLessThan(3);
    }

    @Test
    void theFirstJobStartsAtOnceThoughRedisMustBeSentTheScript() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue fresh = TestQueue.liveOn(redis, NEVER_LOOKS);
            try (TestEngine _ = TestEngine.start(fresh.queue(), this::start)) {
                awaitWaiting(redis, WAITING); // fetcher and claimer have looked: only the enqueue is unknown
                fresh.enqueue("a", "a1");
                await().until(() -> started.contains("a1"));
            }
        }
    }

    @Test
    void whatAnEarlyFetchLeavesIsFetchedAtOnceToo() {
        try (TestEngine _ = TestEngine.start(test.queue(), this::start)) {
            enqueueWhileIdle("first", WAITING);
            awaitWaiting(REDIS, WAITING);
            test.enqueue("many", IntStream.range(0, 200).mapToObj(i -> "many-" + i).toArray(String[]::new));
            await().until(() -> successes("many") == 200);

            awaitWaiting(REDIS, WAITING);
            test.enqueue(EnqueueBatch
                    .of(new GroupId("slow"), "TEST",
                            IntStream.range(0, 10).mapToObj(i -> new Entry(new JobId("slow-" + i), "{}")).toList())
                    .with(TEN_A_SECOND));
            await().until(() -> successes("slow") == 10); // parked from window to window, and not longer
        }
    }

    @Test
    void claimsNoMoreThanTheIdleWorkersHoweverManySubmitAtOnce() {
        Semaphore mayEnd = new Semaphore(0);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                TestEngine _ = TestEngine.start(test.queue(), job -> {
                    mayEnd.acquire();
                    return JobResult.success();
                })) {
            for (int round = 0; round < 40; round++) {
                String group = "round-" + round;
                IntStream.range(0, 4).forEach(i -> threads.execute(
                        () -> test.enqueue(group + "-" + i, ids(group + "-" + i))));
                await().pollInterval(Duration.ofMillis(1)).until(() -> test.partition().inFlight().size() >= 2);
                await().pollDelay(Duration.ofMillis(20)).until(() -> true);
                assertThat(test.partition().inFlight().size()).isEqualTo(2);

                mayEnd.release(12);
                await().pollInterval(Duration.ofMillis(1)).until(() -> IntStream.range(0, 4)
                        .allMatch(i -> successes(group + "-" + i) == 3));
            }
        }
    }

    @Test
    void anEnqueueThatCannotBeSentLeavesNoWorkerPromisedForGood() {
        try (TestEngine _ = TestEngine.start(test.queue(), this::start)) {
            enqueueWhileIdle("before", WAITING);
            awaitWaiting(REDIS, WAITING);
            assertThatThrownBy(() -> test.partition().fairQueue().enqueue(unsendable()))
                    .isInstanceOf(NullPointerException.class);

            enqueueWhileIdle("after", WAITING);
        }
    }

    private static EnqueueBatch unsendable() {
        return EnqueueBatch.of(new GroupId("a"), "TEST", Collections.singletonList(null)).sealed(false);
    }

    @Test
    void anEngineThatStopsGivesBackWhatItIsStillClaiming() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue slow = TestQueue.liveOn(redis);
            TestEngine engine = TestEngine.start(slow.queue(), _ -> JobResult.success());
            slow.enqueue("a", "a1"); // from now on Redis knows the scripts
            await().untilAsserted(() -> assertThat(slow.meta("a")).containsEntry("successCount", "1"));
            awaitWaiting(redis, WAITING);
            slow.redis().read(commands -> commands.clientPause(500));
            CompletableFuture<Enqueued> submit =
                    slow.queue().home().fairQueue().enqueue(TestQueue.batch("b", null, true, List.of("b1")));

            engine.engine().stop(Deadline.in(Duration.ofSeconds(5)));

            submit.join();
            assertThat(slow.queue().home().inFlight().size()).isZero();
            try (TestEngine _ = TestEngine.start(slow.queue(), _ -> JobResult.success())) {
                await().untilAsserted(() -> assertThat(slow.meta("b")).containsEntry("successCount", "1"));
            }
            Accounting.prove(slow);
        }
    }

    private JobResult start(Job job) {
        started.add(job.id().value());
        return JobResult.success();
    }

    private void enqueueWhileIdle(String id, int waiting) {
        awaitWaiting(REDIS, waiting);
        test.enqueue(TestQueue.batch("a", null, false, List.of(id)));
        await().until(() -> started.contains(id));
    }

    /** Until nobody does anything any more: so many wait in Redis for a token. */
    private static void awaitWaiting(PrivateRedis redis, int clients) {
        await().until(() -> redis.info("clients", "blocked_clients").equals(Integer.toString(clients)));
    }

    private static String[] ids(String group) {
        return IntStream.range(0, 3).mapToObj(n -> group + "-" + n).toArray(String[]::new);
    }

    private int successes(String group) {
        return Integer.parseInt(test.meta(group).getOrDefault("successCount", "0"));
    }
}
