package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.JobResult;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.testing.Patience;
import io.bulkaction.testing.RedisCluster;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One node of a cluster is down and has no replica, and the cluster serves the slots that are left. */
class PartitionDownIT {

    private static final int NODES = 3;

    private final Set<String> ran = ConcurrentHashMap.newKeySet();
    private RedisCluster cluster;
    private RedisAccess redis;
    private TestQueue test;

    @BeforeEach
    void start() {
        cluster = RedisCluster.start("--cluster-require-full-coverage", "no", "--cluster-node-timeout", "1000");
        redis = cluster.connect(Duration.ofSeconds(2));
        test = TestQueue.liveOn(redis, "partitions", "6", "worker-pool.worker-timeout", "1s");
    }

    @AfterEach
    void stop() {
        redis.close();
        cluster.close();
    }

    @Test
    void partitionsOnOtherNodesGoOnAndTheQueueAsAWholeSaysThatRedisIsUnavailable() {
        int down = nodeThatNothingElseNeeds();
        List<String> reachable = groupsElsewhereThan(down);
        try (TestEngine _ = engine()) {
            stopNode(down);
            reachable.forEach(group -> test.enqueue(group, "job"));

            await().until(() -> ran.containsAll(reachable));
            assertThatThrownBy(() -> QueueControl.of(test.queue()).survey())
                    .isInstanceOf(RedisUnavailableException.class);
        }
    }

    @Test
    void whatEndedInAPartitionThatIsAwayDoesNotKeepOthersFromBeingWritten() {
        int down = nodeThatNothingElseNeeds();
        String away = groupOn(down);
        List<String> reachable = groupsElsewhereThan(down);
        CountDownLatch isDown = new CountDownLatch(1);
        try (TestEngine _ = TestEngine.start(test.queue(), job -> {
            if (job.groupId().value().equals(away)) {
                ran.add(away);
                isDown.await();
            } else if (job.attempt() == 1) {
                throw new IllegalStateException("once more");
            }
            return JobResult.success();
        })) {
            test.enqueue(away, "job");
            await().until(() -> ran.contains(away));
            stopNode(down);
            isDown.countDown();
            reachable.forEach(group -> test.enqueue(group, "job"));

            await().until(() -> reachable.stream()
                    .allMatch(group -> "COMPLETED".equals(test.meta(group).get("status"))));
        }
    }

    @Test
    void aJobThatSaysHowFarItIsInAPartitionThatIsAwayDoesNotKeepOthersFromBeingWritten() {
        int down = nodeThatNothingElseNeeds();
        String away = groupOn(down);
        List<String> reachable = groupsElsewhereThan(down);
        CountDownLatch isDown = new CountDownLatch(1);
        CountDownLatch othersAreDone = new CountDownLatch(1);
        try (TestEngine _ = TestEngine.start(test.queue(), job -> {
            if (job.groupId().value().equals(away)) {
                ran.add(away);
                isDown.await();
                for (int percent = 0; !othersAreDone.await(1, TimeUnit.MILLISECONDS); percent++) {
                    job.progress(percent, "still at it");
                }
            }
            return JobResult.success();
        })) {
            test.enqueue(away, "job");
            await().until(() -> ran.contains(away));
            stopNode(down);
            isDown.countDown();
            reachable.forEach(group -> test.enqueue(group, "job"));

            try {
                await().until(() -> reachable.stream()
                        .allMatch(group -> "COMPLETED".equals(test.meta(group).get("status"))));
            } finally {
                othersAreDone.countDown();
            }
        }
    }

    /** With a job that has ended and cannot be written, and with jobs that nobody may start. */
    @Test
    void theEngineStopsWhileTheNodeOfTheLedgerIsDown() {
        int down = ledgerNode();
        List<String> reachable = groupsElsewhereThan(down);
        String away = groupOn(down);
        CountDownLatch isDown = new CountDownLatch(1);
        TestEngine engine = TestEngine.start(test.queue(), job -> {
            ran.add(job.groupId().value());
            isDown.await();
            return JobResult.success();
        });
        test.enqueue(away, "job");
        await().until(() -> ran.contains(away));
        stopNode(down);
        isDown.countDown();
        reachable.forEach(group -> test.enqueue(group, "job"));
        await().until(() -> loop(engine, "claimer").lastError().isPresent());

        engine.engine().stop(Deadline.in(Duration.ofSeconds(1)));

        assertThat(engine.engine().loops())
                .allSatisfy(loop -> assertThat(loop.awaitStop(Deadline.in(Patience.LIMIT))).isTrue());
    }

    private TestEngine engine() {
        return TestEngine.start(test.queue(), job -> {
            ran.add(job.groupId().value());
            return JobResult.success();
        });
    }

    private static Loop loop(TestEngine engine, String name) {
        return engine.engine().loops().stream().filter(loop -> loop.name().startsWith(name)).findFirst().orElseThrow();
    }

    private String groupOn(int node) {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "away-" + i)
                .filter(group -> nodeOf(group) == node)
                .findFirst()
                .orElseThrow();
    }

    private List<String> groupsElsewhereThan(int node) {
        return IntStream.range(0, 60)
                .mapToObj(i -> "group-" + i)
                .filter(group -> nodeOf(group) != node)
                .toList();
    }

    private void stopNode(int node) {
        cluster.stopMaster((16_384 * node + 8_192) / NODES);
    }

    /** With neither the home partition nor the ledger. */
    private int nodeThatNothingElseNeeds() {
        List<Integer> needed = List.of(homeNode(), ledgerNode());
        return IntStream.range(0, NODES).filter(node -> !needed.contains(node)).findFirst().orElseThrow();
    }

    private int homeNode() {
        return nodeOf(test.queue().home().redis().keys().ready());
    }

    /** The ledger has a hash tag of its own, so it may be on any node. */
    private int ledgerNode() {
        return nodeOf(Keys.ledgerOf("test", test.queue().name()).ledger());
    }

    private int nodeOf(String group) {
        return nodeOf(test.queue().of(new GroupId(group)).redis().keys().ready());
    }

    private static int nodeOf(byte[] key) {
        return SlotHash.getSlot(key) * NODES / 16_384;
    }
}
