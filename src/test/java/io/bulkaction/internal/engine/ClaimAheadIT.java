package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Two workers are so quick that jobs are claimed ahead for them; then both come upon a slow one, and the jobs behind
 * are stuck. What starts is seen by the processor alone.
 */
class ClaimAheadIT {

    private static final int JOBS = 2_500;
    private static final int QUICK = 2_000;

    private final TestQueue test = TestQueue.live(
            "worker-pool.worker-count", "2", "worker-pool.job-timeout", "10m", "backpressure.global-rps", "1000000");
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicInteger slow = new AtomicInteger();
    private final Set<Integer> attempts = ConcurrentHashMap.newKeySet();
    private TestEngine engine;

    @BeforeEach
    void untilBothWorkersAreAtASlowJob() {
        new JobDriver(test).enqueueMany("busy", JOBS);
        engine = TestEngine.start(test.queue(), this::quickAtFirst);
        await().pollInterval(Duration.ofMillis(1)).until(() -> slow.get() == 2);
    }

    @AfterEach
    void stop() {
        mayEnd.countDown();
        engine.close();
    }

    @Test
    void whatWaitsBehindSlowJobsGoesBackToReadyInOrderAndUncounted() {
        // for a while: it is not claimed again only to be given back again
        await().during(Duration.ofSeconds(1)).until(() -> test.partition().inFlight().size() == 2);

        assertThat(numbersInReady()).isSorted();
        mayEnd.countDown();
        await().untilAsserted(
                () -> assertThat(test.meta("busy")).containsEntry("successCount", Integer.toString(JOBS)));
        assertThat(starts).as("each once").hasValue(JOBS);
        assertThat(attempts).containsExactly(1);
        assertThat(engine.engine().status().workers().stream().mapToLong(Worker.Status::jobsDone).sum())
                .isEqualTo(JOBS);
        Accounting.prove(test);
    }

    @Test
    void whatOneInstanceCannotStartSoonAnIdleOneRuns() {
        try (TestEngine _ = TestEngine.start(test.queue(), this::quick)) {
            await().untilAsserted(
                    () -> assertThat(test.meta("busy")).containsEntry("successCount", Integer.toString(JOBS - 2)));
        }
        assertThat(slow).hasValue(2);
    }

    @Test
    void nothingStartsAfterAPauseThoughItWasClaimedBefore() {
        QueueControl.of(test.queue()).pause("test", "test");
        await().until(() -> test.partition().inFlight().size() == 2);
        int before = starts.get();

        mayEnd.countDown();

        await().until(() -> test.partition().inFlight().size() == 0); // nothing is left that could start
        assertThat(starts).hasValue(before);
        assertThat(test.meta("busy")).containsEntry("successCount", Integer.toString(before));
    }

    @Test
    void nothingStartsLongAfterACancelThoughItWasClaimedBefore() {
        int before = starts.get();
        new GroupService(new Queues(Map.of(test.queue().name(), test.queue())), new ResultAggregators(List.of()))
                .cancel(test.queue().name(), new GroupId("busy"), "test");

        await().until(() -> test.partition().inFlight().size() == 0);

        // a worker that is interrupted may take the next job, until all that waits here is given back; it was hundreds
        assertThat(starts).hasValueLessThan(before + 20);
        assertThat(test.meta("busy")).containsEntry("status", "CANCELLED");
    }

    private JobResult quickAtFirst(Job job) throws InterruptedException {
        attempts.add(job.attempt());
        if (starts.incrementAndGet() > QUICK && mayEnd.getCount() > 0) {
            slow.incrementAndGet();
            mayEnd.await();
        }
        return JobResult.success();
    }

    private JobResult quick(Job job) {
        return JobResult.success();
    }

    private List<Integer> numbersInReady() {
        return test.ready().stream().map(id -> Integer.valueOf(id.substring(id.indexOf('-') + 1))).toList();
    }
}
