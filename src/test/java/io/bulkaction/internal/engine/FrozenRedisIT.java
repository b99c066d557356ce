package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.RedisServer;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** A Redis that is stopped for longer than the lease, while healthy jobs run. */
class FrozenRedisIT {

    private static final int FREEZES = 4;
    /** And than a heartbeat is good for. */
    private static final Duration LONGER_THAN_THE_LEASE = Duration.ofMillis(4_500);

    @Test
    void jobsThatRunWhileRedisFreezesAgainAndAgainAreNeitherPoisonNorRunTwice() {
        try (RedisServer redis = RedisServer.start()) {
            // why a second: it loses patience long before the freeze is over
            try (RedisAccess connections = TestRedis.connect("127.0.0.1", redis.port(), Duration.ofSeconds(1))) {
                freezeWhileJobsRun(redis, TestQueue.liveOn(
                        connections, "worker-pool.worker-count", "5", "worker-pool.job-timeout", "1h",
                        "reliability.lease", "2s",
                        "reliability.heartbeat", "200ms", "reliability.recover-interval", "200ms",
                        "reliability.max-recoveries", "1"));
            } finally {
                redis.thaw();
            }
        }
    }

    private static void freezeWhileJobsRun(RedisServer redis, TestQueue test) {
        List<String> started = new CopyOnWriteArrayList<>();
        CountDownLatch mayEnd = new CountDownLatch(1);
        Instance.Info me = new Instance.Info("i", 5, "1", "host", Instant.EPOCH);
        try (TestEngine engine = TestEngine.start(test.queue(), job -> {
            started.add(job.id().value());
            mayEnd.await();
            return JobResult.success();
        }, ObservationRegistry.NOOP, (_, workers) -> test.partition().instances().beat(me).workers())) {
            test.enqueue("a", "a1", "a2", "a3", "a4", "a5");
            await().until(() -> started.size() == 5);
            for (int freeze = 0; freeze < FREEZES; freeze++) {
                redis.freeze();
                await().pollDelay(LONGER_THAN_THE_LEASE).until(() -> true);
                redis.thaw();
                turnMore(engine, "heartbeat", 5);
            }
            turnMore(engine, "recoverer", 40); // enough for a watch in which a dead instance would be found
            mayEnd.countDown();
            await().ignoreExceptions()
                    .until(() -> "5".equals(test.meta("a").get("doneJobs")));
            assertThat(test.meta("a")).containsEntry("successCount", "5").containsEntry("failedCount", "0");
            assertThat(started).containsExactlyInAnyOrder("a1", "a2", "a3", "a4", "a5");
            assertThat(engine.counted("bulk.action.recovered")).isZero();
        }
        Accounting.prove(test);
    }

    private static void turnMore(TestEngine engine, String name, int turns) {
        Loop loop = engine.engine().loops().stream()
                .filter(each -> each.name().startsWith(name))
                .findFirst()
                .orElseThrow();
        long until = loop.turns() + turns;
        await().until(() -> loop.turns() >= until);
    }
}
