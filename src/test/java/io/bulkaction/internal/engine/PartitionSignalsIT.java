package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.After;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.TenantId;
import io.bulkaction.Timing;
import io.bulkaction.internal.flow.AfterRun;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.EnqueueBatch.Given;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.run.Followers;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.internal.run.Watchers;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever lets jobs of a partition start is told to an idle engine of another process. By itself it would look again after an
 * hour, where each of these waited until then.
 */
class PartitionSignalsIT {

    private static final Duration SOON = Duration.ofMillis(300);

    private final Set<String> ran = ConcurrentHashMap.newKeySet();
    private final TestQueue test = TestQueue.live("partitions", "6", "worker-pool.worker-timeout", "1h",
            "retry.max-retries", "0");
    private TestEngine engine;

    @BeforeEach
    void startAnIdleEngine() {
        engine = TestEngine.start(test.inAnotherProcess().queue(), job -> {
            boolean isFirst = ran.add(job.id().value());
            return isFirst && job.id().value().startsWith("bad") ? JobResult.permanent("E", "no") : JobResult.success();
        });
        test.enqueue("first", "first");
        awaitRun("first");
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    @Test
    void aGroupStartsWhenItsTimeHasCome() {
        test.enqueue(batch("g", "timed").with(Given.NOTHING.startingAt(Instant.now().plus(SOON))));

        awaitRun("timed");
    }

    @Test
    void aJobStartsWhenItsTimeHasCome() {
        test.enqueue(EnqueueBatch.of(new GroupId("g"), "TEST", List.of(
                EnqueueBatch.Entry.of(new JobId("timed"), "{}", new Timing(null, SOON)))));

        awaitRun("timed");
    }

    @Test
    void aGroupContinuesWhenItIsResumed() {
        test.enqueue(batch("g", "held").with(Given.NOTHING.startingAt(Instant.now().plus(Duration.ofDays(1)))));
        Groups.of(test.queue()).pause(new GroupId("g"), "look", "anna");
        test.enqueue(batch("g", "now").with(Given.NOTHING.startingAt(Instant.EPOCH)));

        awaitALookAtThePartitionOf("g");

        Groups.of(test.queue()).resume(new GroupId("g"));

        awaitRun("held", "now");
    }

    @Test
    void aTenantContinuesWhenItIsResumed() {
        test.enqueue("acme/a", "warm");
        awaitRun("warm");
        Tenants.of(test.queue()).pause(new TenantId("acme"), "look", "anna");
        test.enqueue("acme/b", "paused");
        awaitALookAtThePartitionOf("acme");

        Tenants.of(test.queue()).resume(new TenantId("acme"));

        awaitRun("paused");
    }

    @Test
    void aGroupStartsWhenItsLimitIsRaised() {
        test.enqueue(new EnqueueBatch(new GroupId("g"), "TEST", true,
                Given.NOTHING.with(new GroupLimits(0.001, null)), null,
                List.of(entry("one"), entry("two"), entry("three"))));
        awaitRun("one");

        Groups.of(test.queue()).limit(new GroupId("g"), new GroupLimits(1_000.0, null));

        awaitRun("one", "two", "three");
    }

    @Test
    void aDeadLetterRunsWhenItIsRetried() {
        test.enqueue("g", "bad");
        await().until(() -> DeadLetters.of(test.queue()).page(DeadLetters.Filter.ALL, 0, 1).total() == 1);
        ran.add("bad"); // from now on it is good

        DeadLetters.of(test.queue()).retry(List.of(test.name("bad")));

        await().until(() -> "COMPLETED".equals(test.meta("g").get("status")));
    }

    @Test
    void aGroupStartsWhenTheRunThatItWaitsForHasEnded() {
        Queues queues = new Queues(Map.of(test.queue().name(), test.queue()));
        GroupService groups = new GroupService(queues, new ResultAggregators(List.of()));
        AfterRun condition = new AfterRun(test.queue().name(), new GroupId("first"), After.When.ALWAYS, 1);
        test.enqueue(batch("g", "follower").with(Given.NOTHING.after(AfterRun.text(List.of(condition)))));

        await().until(() -> {
            new Watchers(List.of(), _ -> null, new Followers(queues.all(), queues, groups)).step();
            return ran.contains("follower");
        });
    }

    /** Another group there has run, so that it has been looked at since whatever was done before. */
    private void awaitALookAtThePartitionOf(String tenant) {
        Partition partition = test.queue().of(new TenantId(tenant));
        String other = IntStream.iterate(0, i -> i + 1).mapToObj(i -> "other-" + i)
                .filter(name -> test.queue().of(new TenantId(name)).equals(partition))
                .findFirst()
                .orElseThrow();
        test.enqueue(other, other);
        awaitRun(other);
        await().until(() -> "COMPLETED".equals(test.meta(other).get("status")));
    }

    private void awaitRun(String... ids) {
        await().untilAsserted(() -> assertThat(ran).contains(ids));
    }

    private static EnqueueBatch batch(String group, String id) {
        return EnqueueBatch.of(new GroupId(group), "TEST", List.of(entry(id)));
    }

    private static EnqueueBatch.Entry entry(String id) {
        return new EnqueueBatch.Entry(new JobId(id), "{}");
    }
}
