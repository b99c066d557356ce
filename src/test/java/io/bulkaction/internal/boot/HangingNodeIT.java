package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.testing.RedisCluster;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/** A node of a cluster that answers nobody, while no command has a timeout that would end the wait. */
class HangingNodeIT {

    private static final Duration FOR_EVER = Duration.ofHours(1);
    private static final byte[] KEY = Utf8.bytes("{a}");
    private static final int SLOT = SlotHash.getSlot(KEY);

    /** What was under way waited for its timeout, and so did the question who is the master now. */
    @Test
    void isLeftAsSoonAsTheClusterSaysThatSomebodyElseIsTheMaster() {
        try (RedisCluster cluster = RedisCluster.startWithReplicas(); RedisAccess redis = cluster.connect(FOR_EVER)) {
            await().until(() -> write(redis));

            cluster.hangMaster(SLOT);

            assertThat(write(redis)).as("what was under way").isFalse();
            await().until(() -> write(redis));
        }
    }

    @Test
    void isNamedByTheHealth() {
        try (RedisCluster cluster = RedisCluster.start(); RedisAccess redis = cluster.connect(FOR_EVER)) {
            await().until(() -> write(redis));
            assertThat(new RedisHealth(redis).health().getDetails()).doesNotContainKey("unreachable");

            cluster.hangMaster(SLOT);
            await().untilAsserted(() -> {
                Health health = new RedisHealth(redis).health();
                assertThat(health.getDetails()).containsKey("unreachable");
                assertThat(health.getStatus()).as("the other nodes serve their slots").isEqualTo(Status.UP);
            });
        }
    }

    private static boolean write(RedisAccess redis) {
        try {
            redis.await(redis.commands().incr(KEY).toCompletableFuture());
            return true;
        } catch (RedisUnavailableException e) {
            return false;
        }
    }
}
