package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many jobs of a processor type one process runs at once. */
class TypeLimitsIT {

    private static final List<String> TYPES = List.of("SLOW", "TEST");
    private static final int JOBS = 200;

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    /** What the scripts do for it is counted: few calls for each job, and none that gives a job back. */
    @ParameterizedTest
    @ValueSource(ints = {1, 20})
    void aFullTypeCostsFewCallsAndGivesNothingBack(int groups) {
        Map<Script, LongAdder> calls = new ConcurrentHashMap<>();
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.watchedLive(
                    redis, script -> calls.computeIfAbsent(script, any -> new LongAdder()).increment());
            try (TestEngine _ = TestEngine.limited(test.queue(), TYPES, slow(2), this::work)) {
                IntStream.range(0, groups).forEach(i -> enqueue(test, "g-" + i, "SLOW", JOBS / groups));
                await().until(() -> test.completed().size() == JOBS);
            }
            Accounting.prove(test);
        }
        assertThat(most.get()).isEqualTo(2);
        assertThat(calls).doesNotContainKey(Script.RELEASE);
        assertThat(calls.get(Script.CLAIM).sum() + calls.get(Script.FETCH).sum()).as("%s", calls)
                .isLessThan(5 * JOBS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void jobsOfOtherTypesDoNotWait(int partitions) throws InterruptedException {
        TestQueue test = TestQueue.live("partitions", Integer.toString(partitions));
        CountDownLatch quickAreDone = new CountDownLatch(1);
        try (TestEngine _ = TestEngine.limited(test.queue(), TYPES, slow(1), job -> {
            if (job.processorType().equals("SLOW")) {
                quickAreDone.await();
            }
            return work(job);
        })) {
            IntStream.range(0, 20).forEach(i -> enqueue(test, "slow-" + i, "SLOW", 3));
            IntStream.range(0, 20).forEach(i -> enqueue(test, "quick-" + i, "TEST", 3));
            IntStream.range(0, 20).forEach(i -> awaitCompleted(test, "quick-" + i));
            quickAreDone.countDown();
            IntStream.range(0, 20).forEach(i -> awaitCompleted(test, "slow-" + i));
        }
    }

    @Test
    void anotherProcessTakesWhatIsTooMuchForTheFirst() throws InterruptedException {
        TestQueue test = TestQueue.live();
        TestQueue other = test.inAnotherProcess();
        CountDownLatch allRun = new CountDownLatch(4);
        TestEngine.Work together = job -> {
            allRun.countDown();
            allRun.await();
            return JobResult.success();
        };
        try (TestEngine _ = TestEngine.limited(test.queue(), TYPES, slow(2), together);
                TestEngine _ = TestEngine.limited(other.queue(), TYPES, slow(2), together)) {
            enqueue(test, "slow", "SLOW", 10);
            awaitCompleted(test, "slow");
        }
    }

    @Test
    void theQueuesOfAProcessShareItsLimit() {
        TestQueue first = TestQueue.live();
        TestQueue second = TestQueue.live();
        TypeLimits limits = slow(2);
        try (TestEngine _ = TestEngine.limited(first.queue(), TYPES, limits, this::work);
                TestEngine _ = TestEngine.limited(second.queue(), TYPES, limits, this::work)) {
            enqueue(first, "slow", "SLOW", 100);
            enqueue(second, "slow", "SLOW", 100);
            awaitCompleted(first, "slow");
            awaitCompleted(second, "slow");
        }
        assertThat(most.get()).isLessThanOrEqualTo(2);
        Accounting.prove(first);
        Accounting.prove(second);
    }

    private JobResult work(Job job) throws InterruptedException {
        boolean isSlow = job.processorType().equals("SLOW");
        if (isSlow) {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
        }
        Thread.sleep(1); // stands for work; nothing is asserted of how long it takes
        running.addAndGet(isSlow ? -1 : 0);
        return JobResult.success();
    }

    private static TypeLimits slow(int limit) {
        return new TypeLimits(TYPES, type -> type.equals("SLOW") ? limit : 0);
    }

    private static void awaitCompleted(TestQueue test, String group) {
        await().until(() -> "COMPLETED".equals(test.meta(group).get("status")));
    }

    private static void enqueue(TestQueue test, String group, String type, int jobs) {
        test.enqueue(EnqueueBatch.of(new GroupId(group), type, IntStream.range(0, jobs)
                .mapToObj(i -> new EnqueueBatch.Entry(new JobId(group + "-" + i), "{}")).toList()));
    }
}
