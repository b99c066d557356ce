package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.After;
import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupId;
import io.bulkaction.JobResult;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.flow.AfterRun;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.run.CallbackSender;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.internal.run.Followers;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.Watcher;
import io.bulkaction.internal.run.Watchers;
import io.bulkaction.internal.settings.CallbackSettings;
import io.bulkaction.testing.Patience;
import io.bulkaction.testing.RedisCluster;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.lettuce.core.cluster.SlotHash;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One node of a cluster is down and has no replica, and the cluster serves the slots that are left. */
class PartitionDownIT {

    private static final int NODES = 3;
    private static final CallbackSender NO_CALLBACKS = new CallbackSender(
            new CallbackSettings(List.of(), List.of(), "", Duration.ofSeconds(1), Duration.ofHours(1), 1));

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

    /** One partition that was away kept those of the whole queue back: events, callbacks, results, retention, followers. */
    @Test
    void whatHappensAfterARunHappensInPartitionsThatCanBeReached() {
        int down = nodeThatNothingElseNeeds();
        List<String> reachable = groupsElsewhereThan(down);
        Set<String> announced = ConcurrentHashMap.newKeySet();
        Queues queues = new Queues(Map.of(test.queue().name(), test.queue()));
        Watchers watchers = new Watchers(queues.all(),
                queue -> new Watcher(queue, new ResultAggregators(List.of()),
                        event -> announced.add(((GroupCompletedEvent) event).groupId().value()), NO_CALLBACKS),
                new Followers(queues.all(), queues, new GroupService(queues, new ResultAggregators(List.of()))));
        String follower = IntStream.iterate(0, i -> i + 1).mapToObj(i -> "follower-" + i)
                .filter(group -> nodeOf(group) != down).findFirst().orElseThrow();
        AfterRun condition = new AfterRun(
                test.queue().name(), new GroupId(reachable.getFirst()), After.When.ALWAYS, 1);
        try (TestEngine _ = engine()) {
            test.enqueue(groupOn(down), "job");
            await().until(() -> ran.contains(groupOn(down)));
            stopNode(down);
            watchers.start();
            reachable.forEach(group -> test.enqueue(group, "job"));
            test.enqueue(TestQueue.batch(follower, null, true, List.of("job"))
                    .with(EnqueueBatch.Given.NOTHING.after(AfterRun.text(List.of(condition)))));

            await().until(() -> announced.containsAll(reachable) && announced.contains(follower));
            assertThat(CompletedJobs.of(test.queue()).expire(10)).isZero(); // and no exception
            assertThat(Groups.of(test.queue()).forget(10)).isZero();
            assertThat(Groups.of(test.queue()).state(new GroupId(follower)).orElseThrow().counts().done()).isEqualTo(1);
        } finally {
            watchers.stop(Deadline.in(Duration.ofSeconds(5)));
        }
    }

    @Test
    void aPersonPausesAndResumesThePartitionsThatCanBeReachedAndIsToldThatNotAllCan() {
        int down = nodeThatNothingElseNeeds();
        stopNode(down);
        QueueControl control = QueueControl.of(test.queue());

        assertThatThrownBy(() -> control.pause("test", "test")).isInstanceOf(RedisUnavailableException.class);
        assertThat(reachable(down)).allMatch(partition -> QueueControl.survey(partition).isPaused());
        assertThatThrownBy(control::resume).isInstanceOf(RedisUnavailableException.class);
        assertThat(reachable(down)).noneMatch(partition -> QueueControl.survey(partition).isPaused());
    }

    @Test
    void soItIsWithoutTheHomePartition() {
        int down = homeNode();
        stopNode(down);
        QueueControl control = QueueControl.of(test.queue());

        assertThatThrownBy(() -> control.pause("test", "test")).isInstanceOf(RedisUnavailableException.class);
        assertThat(reachable(down)).allMatch(partition -> QueueControl.survey(partition).isPaused());
        assertThatThrownBy(control::resume).isInstanceOf(RedisUnavailableException.class);
        assertThat(reachable(down)).noneMatch(partition -> QueueControl.survey(partition).isPaused());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFailureThatPausesPausesAllPartitionsThatCanBeReached(boolean hangs) {
        test = TestQueue.liveOn(redis, "partitions", "6", "worker-pool.worker-timeout", "1s", "on-final-failure",
                "pause", "retry.max-retries", "0");
        int down = nodeThatNothingElseNeeds();
        String bad = groupsElsewhereThan(down).getFirst();
        if (hangs) {
            cluster.hangMaster(slotOf(down));
        } else {
            stopNode(down);
        }
        try (TestEngine _ = TestEngine.start(test.queue(), _ -> JobResult.permanent("E", "no"))) {
            test.enqueue(bad, "job");

            await().until(() -> reachable(down).stream()
                    .allMatch(partition -> QueueControl.survey(partition).isPaused()));
        }
    }

    private List<Partition> reachable(int down) {
        return test.queue().partitions().stream()
                .filter(partition -> nodeOf(partition.redis().keys().ready()) != down)
                .toList();
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
        cluster.stopMaster(slotOf(node));
    }

    /** One of those that it has. */
    private static int slotOf(int node) {
        return (16_384 * node + 8_192) / NODES;
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
