package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Scripts;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Replies get lost after their requests were carried out, again and again: nothing happens twice, nothing gets stuck. */
class LostRepliesIT {

    private static final int JOBS = Integer.getInteger("chaos.lost-reply-jobs", 500);

    /** Each cut costs what was under way: claims whose reply was lost come back when their lease has run out. */
    private static final Duration PATIENCE = Duration.ofMinutes(5).plusSeconds(JOBS / 20);

    @Test
    void lostRepliesNeitherDoubleNorStickAJob() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("lostRepliesNeitherDoubleNorStickAJob: -Dseed=" + seed);
        TestQueue test = TestQueue.live(
                "reliability.lease", "2s", "reliability.heartbeat", "500ms", "reliability.recover-interval", "200ms",
                "reliability.max-recoveries", "1000", "backpressure.global-rps", "1000000",
                "worker-pool.worker-timeout", "1s");
        try (CuttingProxy proxy = new CuttingProxy(TestRedis.port(), seed)) {
            try (RedisAccess connections = TestRedis.connect(proxy.port())) {
                run(test, through(test, connections), proxy);
            }
        }
        Accounting.prove(test);
    }

    private static void run(TestQueue test, Queue cut, CuttingProxy proxy) {
        Map<String, AtomicInteger> runs = new ConcurrentHashMap<>();
        proxy.cut(0.15);
        for (int from = 0; from < JOBS; from += 100) {
            submitUntilAccepted(cut, from);
        }
        try (TestEngine _ = TestEngine.start(cut, job -> {
            runs.computeIfAbsent(job.id().value(), id -> new AtomicInteger()).incrementAndGet();
            return JobResult.success();
        })) {
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(test.meta("cut"))
                    .as(() -> proxy.cuts() + " cuts, " + test.dump())
                    .containsEntry("successCount", Integer.toString(JOBS)));
            proxy.cut(0);
        }
        System.out.printf("%,d jobs through %,d cut connections%n", JOBS, proxy.cuts());
        assertThat(proxy.cuts()).as("replies lost").isGreaterThan(10);
        assertThat(runs).as("every job ran").hasSize(JOBS);
        assertThat(test.meta("cut")).containsEntry("doneJobs", Integer.toString(JOBS)).containsEntry("running", "0");
    }

    /** As a submitter does: whoever did not hear an answer sends the same jobs again. */
    private static void submitUntilAccepted(Queue queue, int from) {
        List<String> ids = IntStream.range(from, from + 100).mapToObj(i -> "cut-" + i).toList();
        for (int attempt = 0; attempt < 200; attempt++) {
            try {
                queue.home().fairQueue().enqueue(TestQueue.batch("cut", null, true, ids)).join();
                return;
            } catch (CompletionException lost) {
                await().pollDelay(Duration.ofMillis(20)).until(() -> true);
            }
        }
        throw new AssertionError("no submit came through");
    }

    /** The same queue over connections that are cut. */
    private static Queue through(TestQueue test, RedisAccess access) {
        return Queue.on(new RedisQueue(
                test.redis().name(),
                test.redis().settings(),
                new Keys("test", test.redis().name()),
                access,
                new Scripts(access, (script, took) -> {})));
    }
}
