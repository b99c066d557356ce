package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.RedisCluster;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A cluster gives a busy queue another master, or moves it to another node; what replicas have confirmed is not lost, and
 * nothing gets stuck. {@code -Dchaos.failovers=20} is the long version.
 */
@Timeout(7200)
class ClusterFailoverIT {

    private static final int FAILOVERS = Integer.getInteger("chaos.failovers", 1);

    @Test
    void aGracefulFailoverLosesNothing() {
        run("graceful", 1, RedisCluster::failOver);
    }

    @Test
    void aFrozenMasterLosesNothingWhenItThaws() {
        run("frozen", 1, (cluster, slot) -> cluster.freezeMaster(slot, Duration.ofSeconds(2)));
    }

    /** Without the guard of the scripts, jobs and counters got lost half way. */
    @Test
    void aQueueThatIsMovedToAnotherNodeAndBackPausesAndLosesNothing() {
        run("moved", 0, (cluster, slot) -> {
            cluster.move(slot);
            cluster.move(slot);
        });
    }

    private static void run(String name, int replicas, ObjIntConsumer<RedisCluster> fault) {
        try (RedisCluster cluster = RedisCluster.startWithReplicas();
                RedisAccess redis = cluster.connect(Duration.ofSeconds(5));
                FailoverStory story = new FailoverStory(redis, replicas)) {
            int slot = SlotHash.getSlot(story.queue().redis().keys().ready());
            story.goOn(100);
            for (int i = 0; i < FAILOVERS; i++) {
                story.pileUp(300);
                fault.accept(cluster, slot);
                story.goOn(100);
                cluster.awaitHealthy();
            }
            assertThat(story.lost()).as(name + ": " + story).isEmpty();
            System.out.println(name + ", " + FAILOVERS + " times: " + story);
            assertThat(story.errors()).isEmpty();
        }
    }
}
