package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * One second after a pause, a cancel or a failure that pauses has been answered nothing of it starts, on either of two
 * instances: counted by the processor. The jobs are quick at first, so that many are claimed ahead, and slow from the
 * moment of the call on, so that those wait for a worker.
 */
class NothingStartsIT {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final TestQueue test = TestQueue.live(
            "worker-pool.worker-count", "2", "backpressure.global-rps", "1000000", "retry.max-retries", "0",
            "on-final-failure", "pause");
    private final Verbs verbs = new Verbs(test);
    private final Queue<Start> starts = new ConcurrentLinkedQueue<>();
    private volatile boolean isSlow;

    private record Start(String group, long atNanos) {}

    @Test
    void nothingStartsASecondAfterAPause() {
        fill("a");
        try (TestEngine _ = TestEngine.start(test.queue(), this::work);
                TestEngine _ = TestEngine.start(test.queue(), this::work)) {
            workThenSlowDown();
            verbs.pause("test");
            assertQuiet("a");
        }
        Accounting.prove(test);
    }

    @Test
    void nothingOfAGroupStartsASecondAfterItsCancelWhileOthersGoOn() {
        fill("a");
        fill("b");
        try (TestEngine _ = TestEngine.start(test.queue(), this::work);
                TestEngine _ = TestEngine.start(test.queue(), this::work)) {
            workThenSlowDown();
            verbs.cancel("a", 1, List.of());
            long answered = System.nanoTime();
            assertQuiet("a");
            await().until(() -> starts.stream()
                    .anyMatch(start -> start.group().equals("b") && start.atNanos() > answered + SECOND));
        }
        Accounting.prove(test);
    }

    @Test
    void nothingStartsASecondAfterAFailureThatPauses() {
        fill("a");
        try (TestEngine _ = TestEngine.start(test.queue(), this::work);
                TestEngine _ = TestEngine.start(test.queue(), this::work)) {
            workThenSlowDown();
            test.enqueue("bad", "bad-1");
            await().until(() -> test.contents().containsKey("state"));
            assertQuiet("a");
        }
        Accounting.prove(test);
    }

    private JobResult work(Job job) throws InterruptedException {
        starts.add(new Start(job.groupId().value(), System.nanoTime()));
        if (job.groupId().value().equals("bad")) {
            return JobResult.failure("E", "for good", false);
        }
        if (isSlow) {
            Thread.sleep(2_000);
        }
        return JobResult.success();
    }

    private void workThenSlowDown() {
        await().until(() -> starts.size() > 2_000);
        isSlow = true;
    }

    private void assertQuiet(String group) {
        long quietFrom = System.nanoTime() + SECOND;
        await().until(() -> System.nanoTime() > quietFrom + 2 * SECOND);
        assertThat(starts).noneMatch(start -> start.group().equals(group) && start.atNanos() > quietFrom);
        isSlow = false;
    }

    private void fill(String group) {
        for (int batch = 0; batch < 20; batch++) {
            int first = batch * 1_000;
            test.enqueue(group, IntStream.range(first, first + 1_000)
                    .mapToObj(i -> group + "-" + i)
                    .toArray(String[]::new));
        }
    }
}
