package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.JobStatus;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An instance that was taken for dead says what became of its job after another one took it over. */
class ZombieIT {

    enum Word {
        SUCCESS, RETRY, PERMANENT, THROTTLED;

        JobResult result() {
            return switch (this) {
                case SUCCESS -> JobResult.success("late");
                case RETRY -> JobResult.failure("LATE", "", true);
                case PERMANENT -> JobResult.permanent("LATE", "");
                case THROTTLED -> JobResult.throttled(Duration.ofHours(1));
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void aLateWordChangesNothingAndIsCounted(Word word) {
        TestQueue test = TestQueue.live("worker-pool.worker-count", "1");
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (TestEngine zombie = TestEngine.start(test.queue(), job -> {
            started.countDown();
            mayEnd.await();
            return word.result();
        })) {
            test.enqueue("a", "a1");
            await().until(() -> started.getCount() == 0);

            ClaimedJob taken = takeOver(test, "a1");
            mayEnd.countDown();

            await().until(() -> zombie.counted("bulk.action.fenced") == 1);
            assertThat(JobLookup.of(test.queue()).find(test.name("a1")).orElseThrow().status())
                    .isEqualTo(JobStatus.PROCESSING);
            assertThat(test.meta("a")).containsEntry("doneJobs", "0").containsEntry("running", "1");
            assertThat(test.complete(taken).applied()).isEqualTo(1);
            assertThat(test.meta("a")).containsEntry("successCount", "1").containsEntry("running", "0");
        }
        Accounting.prove(test);
    }

    @Test
    void onlyTheLostClaimIsInterruptedWhereTheSameInstanceHoldsANewerOneOfTheJob() {
        TestQueue test = TestQueue.live(
                "worker-pool.worker-count", "2", "reliability.heartbeat", "100ms", "reliability.lease", "1m");
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        try (TestEngine engine = TestEngine.start(test.queue(), job -> {
            try {
                mayEnd.await();
                return JobResult.success("attempt " + job.attempt());
            } catch (InterruptedException taken) {
                interrupted.countDown();
                throw taken;
            }
        })) {
            test.enqueue("a", "a1");
            await().until(() -> engine.engine().status().activeWorkers() == 1);
            expire(test, "a1");
            await().until(() -> interrupted.getCount() == 0);
            Loop heartbeat = engine.engine().loops().stream()
                    .filter(loop -> loop.name().startsWith("heartbeat"))
                    .findFirst()
                    .orElseThrow();
            long turns = heartbeat.turns();
            await().until(() -> heartbeat.turns() > turns + 3);
            mayEnd.countDown();
            await().until(() -> test.completed().containsKey("a#a1"));
            assertThat(test.job("a1")).containsEntry("attempts", "2").containsEntry("result", "\"attempt 2\"");
        }
        Accounting.prove(test);
    }

    /** What happens when the lease runs out: recovered, dispatched, and claimed here as by another instance. */
    private static ClaimedJob takeOver(TestQueue test, String id) {
        expire(test, id);
        return await().until(() -> test.claim(1), jobs -> !jobs.isEmpty()).getFirst();
    }

    /** Until nothing has extended the lease in between. */
    private static void expire(TestQueue test, String id) {
        await().until(() -> {
            test.redis().read(commands -> commands.zadd(test.redis().keys().inFlight(), 1,
                    test.name(id).toString().getBytes(StandardCharsets.UTF_8)));
            return test.recover(10).recovered() == 1;
        });
    }
}
