package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.LogLines;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An attempt that a cancellation or its timeout ends in a group that is being cancelled, where a failure is final. */
@Execution(ExecutionMode.SAME_THREAD)
class CancelledAttemptIT {

    @ParameterizedTest
    @ValueSource(strings = {"1m", "300ms"})
    void cancellingAGroupNeitherBuriesItsRunningJobNorPausesTheQueue(String jobTimeout) {
        TestQueue test = TestQueue.live(
                "worker-pool.worker-count", "1", "worker-pool.job-timeout", jobTimeout, "retry.max-retries", "0",
                "on-final-failure", "pause");
        test.enqueue("a", "a1");
        try (TestEngine engine = TestEngine.start(test.queue(), job -> {
            new Verbs(test).cancel("a", 10, List.of());
            new CountDownLatch(1).await();
            throw new IllegalStateException("nobody ends the wait");
        })) {
            await().until(() -> "CANCELLED".equals(test.job("a1").get("status")));
            assertThat(test.contents()).doesNotContainKeys("state", "dead-letter-queue", "non-ready-queue");
            assertThat(engine.counted("bulk.action.worker.dead.letter")).isZero();
        }
        assertThat(test.meta("a")).containsEntry("cancelledCount", "1").containsEntry("failedCount", "0");
        Accounting.prove(test);
    }

    @Test
    void anAttemptThatFailsBeforeTheCancellationReachesItIsNoFailure() {
        TestQueue test = TestQueue.live("worker-pool.worker-count", "1", "retry.max-retries", "0");
        test.enqueue("a", "a1");
        try (LogLines lines = LogLines.of(JobRunner.class);
                TestEngine engine = TestEngine.start(test.queue(), job -> {
                    new Verbs(test).cancel("a", 10, List.of());
                    return JobResult.permanent("E", "too late to matter");
                })) {
            await().until(() -> "CANCELLED".equals(test.job("a1").get("status")));
            assertThat(lines.messages()).noneMatch(line -> line.contains("a1"));
            assertThat(engine.counted("bulk.action.worker.job.failed")).isZero();
            assertThat(engine.counted("bulk.action.worker.dead.letter")).isZero();
        }
        Accounting.prove(test);
    }
}
