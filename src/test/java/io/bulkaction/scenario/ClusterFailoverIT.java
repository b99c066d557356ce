package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.RedisCluster;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A cluster gives a busy queue another master, or moves it to another node; what replicas have confirmed is not lost, and
 * nothing gets stuck. {@code -Dchaos.failovers=20 -Dchaos.freezes=12,45} is the long version, and has more stories.
 */
@Timeout(7200)
class ClusterFailoverIT {

    @Test
    void aGracefulFailoverLosesNothing() {
        new Run("graceful", RedisCluster.startWithReplicas())
                .losesNothing((cluster, slot, _) -> cluster.failOver(slot));
    }

    @Test
    void aKilledMasterLosesNothing() {
        new Run("killed", RedisCluster.startWithReplicas())
                .losesNothing((cluster, slot, _) -> cluster.killMaster(slot));
    }

    @Test
    void aFrozenMasterLosesNothingWhenItThaws() {
        new Run("frozen", RedisCluster.startWithReplicas()).losesNothing(RedisCluster::freezeMaster);
    }

    @Test
    @EnabledIfSystemProperty(named = "chaos.failovers", matches = ".*", disabledReason = "one of the long stories")
    void aMasterThatNoPacketReachesLosesNothing() {
        new Run("cut off", RedisCluster.startBehindProxies()).losesNothing(RedisCluster::isolateMaster);
    }

    /** Replication follows what was answered: the last jobs may be gone. What is left is right. */
    @Test
    @EnabledIfSystemProperty(named = "chaos.failovers", matches = ".*", disabledReason = "one of the long stories")
    void withoutReplicasAKilledMasterMayLoseTheLastJobsAndLeavesTheRestInOrder() {
        new Run("killed without replicas", RedisCluster.startWithReplicas(), 0, 1, 0)
                .losesAtMostTheLastJobs((cluster, slot, _) -> cluster.killMaster(slot));
    }

    /**
     * Without the guard of the scripts, jobs and counters got lost half way. Queues in other slots go on as well. Of a queue of
     * several partitions the home partition moves.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aQueueThatIsMovedToAnotherNodeAndBackPausesAndLosesNothing(int partitions) {
        new Run("moved", RedisCluster.startWithReplicas(), 1, partitions, 2).losesNothing((cluster, slot, _) -> {
            cluster.move(slot);
            cluster.move(slot);
        });
    }

    /** @param time how long the old master stays away after it was replaced, where it does */
    @FunctionalInterface
    private interface Fault {
        void strike(RedisCluster cluster, int slot, Duration time);
    }

    /** @param others queues in other slots */
    private record Run(String name, RedisCluster cluster, int replicas, int partitions, int others) {

        Run(String name, RedisCluster cluster) {
            this(name, cluster, 1, 1, 0);
        }

        void losesNothing(Fault fault) {
            play(fault, true);
        }

        void losesAtMostTheLastJobs(Fault fault) {
            play(fault, false);
        }

        private void play(Fault fault, boolean losesNothing) {
            try (cluster; RedisAccess redis = cluster.connect(Duration.ofSeconds(5))) {
                List<FailoverStory> stories = IntStream.rangeClosed(0, others)
                        .mapToObj(_ -> new FailoverStory(redis, replicas, partitions))
                        .toList();
                try {
                    int slot = SlotHash.getSlot(stories.getFirst().queue().redis().keys().ready());
                    stories.forEach(story -> story.goOn(100));
                    for (int i = 0; i < FailoverStory.FAILOVERS; i++) {
                        stories.getFirst().pileUp(300);
                        fault.strike(cluster, slot, FailoverStory.away(i));
                        stories.forEach(story -> story.goOn(100));
                        stories.getFirst().replacedAt(cluster.replacedNanos());
                        cluster.awaitHealthy();
                        stories.forEach(FailoverStory::findHealthy);
                    }
                    stories.forEach(story -> judge(story, losesNothing));
                } finally {
                    stories.forEach(FailoverStory::close);
                }
            }
        }

        private void judge(FailoverStory story, boolean losesNothing) {
            int lost = story.lost().size();
            System.out.println(name + ", " + FailoverStory.FAILOVERS + " times: " + lost + " lost of " + story);
            assertThat(story.errors()).isEmpty();
            if (losesNothing) {
                assertThat(lost).as(name + ": " + story).isZero();
                story.findCountersRight();
            } else {
                story.findAccountingRight();
            }
        }
    }
}
