package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** An instance stops while jobs run. */
@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
class ShutdownIT {

    private final TestQueue test = TestQueue.live("worker-pool.worker-count", "2");
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final Set<String> interrupted = ConcurrentHashMap.newKeySet();

    @Test
    void whatEndsInTimeIsFinishedAndTheRestRunsElsewhereAtOnceUncounted(CapturedOutput output) {
        CountDownLatch stopping = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        TestEngine first = TestEngine.start(test.queue(), job -> {
            running.add(job.id().value());
            try {
                (job.id().value().equals("a1") ? stopping : never).await();
            } catch (InterruptedException e) {
                interrupted.add(job.id().value());
                throw e;
            }
            return JobResult.success();
        });
        test.enqueue("a", "a1", "a2", "a3", "a4");
        await().until(() -> running.equals(Set.of("a1", "a2")));

        stopping.countDown();
        first.engine().stop(Deadline.in(Duration.ofSeconds(3)));

        assertThat(see("a1").status()).isEqualTo(JobStatus.COMPLETED);
        await().untilAsserted(() -> assertThat(interrupted).contains("a2").doesNotContain("a1"));
        assertThat(test.partition().inFlight().size()).isZero();
        assertThat(see("a2").retryCount()).isZero();
        assertThat(see("a2").history()).isEmpty();
        assertThat(output).contains("fetcher stopped", "jobs given back");

        try (TestEngine _ = TestEngine.start(test.queue(), _ -> JobResult.success())) {
            await().untilAsserted(() -> assertThat(test.meta("a")).containsEntry("successCount", "4"));
        }
        assertThat(see("a2").attempts()).isEqualTo(2);
        assertThat(see("a2").retryCount()).isZero();
        Accounting.prove(test);
    }

    @Test
    void unfinishedJobsComeBackInTheirOrderAndNotInThatOfTheirNames() {
        int jobs = 120;
        TestQueue wide = TestQueue.live("worker-pool.worker-count", Integer.toString(jobs));
        String[] ids = IntStream.range(0, jobs).mapToObj(i -> "a" + i).toArray(String[]::new);
        TestEngine first = TestEngine.start(wide.queue(), job -> {
            running.add(job.id().value());
            new CountDownLatch(1).await();
            return JobResult.success();
        });
        wide.enqueue("a", ids);
        await().until(() -> running.size() == jobs);

        first.engine().stop(Deadline.in(Duration.ofMillis(1)));

        assertThat(wide.pending("a")).containsExactly(ids);
        Accounting.prove(wide);
    }

    @Test
    void mayStopTwiceAndStartAgain() {
        TestEngine engine = TestEngine.start(test.queue(), _ -> JobResult.success());
        engine.close();
        engine.close();
        test.enqueue("a", "a1");

        engine.engine().start();

        await().untilAsserted(() -> assertThat(test.meta("a")).containsEntry("successCount", "1"));
        engine.close();
        assertThat(engine.engine().loops()).noneMatch(loop -> loop.isRunning() || loop.isDead());
    }

    private JobView see(String id) {
        return JobLookup.of(test.queue()).find(test.name(id)).orElseThrow();
    }
}
