package io.bulkaction.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.testing.PrivateRedis.Cost;
import org.junit.jupiter.api.Test;

class PrivateRedisIT {

    @Test
    void costsAreCountedInsideScriptsTooAndOurQuestionsAreNot() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.on(redis);
            assertThat(redis.costOf(() -> {}).commands()).isZero();

            Cost cost = redis.costOf(() -> test.enqueue("a", "a1"));

            assertThat(redis.callsOf("hset")).isPositive();
            assertThat(cost.commands()).isGreaterThan(redis.callsOf("evalsha") + redis.callsOf("eval"));
            assertThat(cost.replied()).isPositive();
        }
    }
}
