package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One second after a pause, a cancel or a failure that pauses has been answered nothing of it starts, on either of two
 * instances: counted by the processor. The jobs are quick at first, so that many are claimed ahead, and slow from then on,
 * so that those wait for a worker.
 */
class NothingStartsIT {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final int JOBS = 5_000;
    private static final int QUICK = 2_000;

    private TestQueue test = queue(1);
    private final Queue<Start> starts = new ConcurrentLinkedQueue<>();
    private final AtomicInteger started = new AtomicInteger();
    private final CountDownLatch slow = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private record Start(String group, long atNanos) {}

    @ParameterizedTest
    @ValueSource(ints = {1, 6})
    void nothingStartsASecondAfterAPause(int partitions) throws InterruptedException {
        enqueueSeveral(partitions);
        try (TestEngine _ = TestEngine.start(test.queue(), this::slowAfterAWhile);
                TestEngine _ = TestEngine.start(test.queue(), this::slowAfterAWhile)) {
            slow.await();
            QueueControl.of(test.queue()).pause("test", "test");
            assertQuiet(_ -> true);
        }
        Accounting.prove(test);
    }

    @Test
    void nothingOfAGroupStartsASecondAfterItsCancelWhileOthersGoOn() throws InterruptedException {
        enqueue("a", JOBS);
        enqueue("b", JOBS);
        try (TestEngine _ = TestEngine.start(test.queue(), this::slowAfterAWhile);
                TestEngine _ = TestEngine.start(test.queue(), this::slowAfterAWhile)) {
            slow.await();
            new Verbs(test).cancel("a", 1, List.of());
            long answered = System.nanoTime();
            assertQuiet("a"::equals);
            await().until(() -> starts.stream()
                    .anyMatch(start -> start.group().equals("b") && start.atNanos() > answered + SECOND));
        }
        Accounting.prove(test);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6})
    void nothingStartsASecondAfterAFailureThatPauses(int partitions) {
        enqueueSeveral(partitions);
        try (TestEngine _ = TestEngine.start(test.queue(), this::slowFromTheFailureOn);
                TestEngine _ = TestEngine.start(test.queue(), this::slowFromTheFailureOn)) {
            await().until(() -> test.queue().partitions().stream()
                    .anyMatch(partition -> QueueControl.survey(partition).isPaused()));
            assertThat(slow.getCount()).as("paused by the failure").isZero();
            assertQuiet(_ -> true);
        }
        Accounting.prove(test);
    }

    private static TestQueue queue(int partitions) {
        return TestQueue.live(
                "worker-pool.worker-count", "2", "backpressure.global-rps", "1000000", "retry.max-retries", "0",
                "on-final-failure", "pause", "partitions", "" + partitions);
    }

    /** In all partitions. */
    private void enqueueSeveral(int partitions) {
        test = queue(partitions);
        for (int i = 0; i < 3 * partitions; i++) {
            enqueue("a" + i, JOBS / (3 * partitions));
        }
    }

    private void enqueue(String group, int jobs) {
        new JobDriver(test).enqueueMany(group, jobs);
    }

    private JobResult slowAfterAWhile(Job job) throws InterruptedException {
        if (record(job) > QUICK) {
            slow.countDown();
        }
        return finish();
    }

    private JobResult slowFromTheFailureOn(Job job) throws InterruptedException {
        if (record(job) == QUICK) {
            test.enqueue("bad", "bad-1");
        }
        if (job.groupId().value().equals("bad")) {
            slow.countDown();
            return JobResult.failure("E", "for good", false);
        }
        return finish();
    }

    private int record(Job job) {
        starts.add(new Start(job.groupId().value(), System.nanoTime()));
        return started.incrementAndGet();
    }

    private JobResult finish() throws InterruptedException {
        if (slow.getCount() == 0) {
            mayEnd.await(300, TimeUnit.MILLISECONDS);
        }
        return JobResult.success();
    }

    private void assertQuiet(Predicate<String> ofGroup) {
        long quietFrom = System.nanoTime() + SECOND;
        await().until(() -> System.nanoTime() > quietFrom + 2 * SECOND);
        assertThat(starts).noneMatch(start -> ofGroup.test(start.group()) && start.atNanos() > quietFrom);
        mayEnd.countDown();
    }
}
