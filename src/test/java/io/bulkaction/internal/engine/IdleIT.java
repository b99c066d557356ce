package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.PrivateRedis.Cost;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import org.junit.jupiter.api.Test;

/** An engine with nothing to do leaves Redis alone. How many commands a second that is, the benchmark measures. */
class IdleIT {

    private static final int WAITS = 9;

    @Test
    void anIdleEngineWaitsInRedisInsteadOfAskingAgainAndAgain() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.liveOn(redis, "worker-pool.worker-timeout", "1s");
            try (TestEngine _ = TestEngine.start(test.queue(), job -> JobResult.success())) {
                test.enqueue("a", "a1");
                await().untilAsserted(() -> assertThat(test.meta("a")).containsEntry("successCount", "1"));

                Cost cost = redis.costOf(() -> await().until(() -> redis.callsOf("blpop") >= WAITS));

                assertThat(cost.commands() / WAITS).as("commands from one wait to the next").isLessThan(20);
            }
        }
    }
}
