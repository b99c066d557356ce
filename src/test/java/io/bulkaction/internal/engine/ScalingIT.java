package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.RuntimeLimits;
import io.bulkaction.internal.redis.WakeList;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The number of workers changes while jobs run. */
class ScalingIT {

    private final TestQueue test = TestQueue.live("worker-pool.worker-count", "2");
    private final Semaphore mayEnd = new Semaphore(0);
    private final Set<String> running = ConcurrentHashMap.newKeySet();
    private final Set<String> interrupted = ConcurrentHashMap.newKeySet();
    private TestEngine engine;

    @BeforeEach
    void start() {
        engine = TestEngine.start(test.queue(), job -> {
            running.add(job.id().value());
            try {
                mayEnd.acquire();
            } catch (InterruptedException e) {
                interrupted.add(job.id().value());
                throw e;
            } finally {
                running.remove(job.id().value());
            }
            return JobResult.success();
        });
        test.enqueue("a", IntStream.range(0, 20).mapToObj(i -> "a" + i).toArray(String[]::new));
        await().until(() -> running.size() == 2);
    }

    @AfterEach
    void stop() {
        mayEnd.release(1_000);
        engine.close();
    }

    @Test
    void anInstanceFollowsTheWorkersThatWereSetForAllAndGoesBackToItsOwn() {
        QueueControl control = QueueControl.of(test.queue());
        control.tune(new RuntimeLimits(null, null, 5));
        engine.engine().follow("this");
        await().until(() -> running.size() == 5);

        control.untune();
        engine.engine().follow("this");
        assertThat(engine.engine().status().workerCount()).isEqualTo(2);
        engine.engine().scale(3);
        engine.engine().follow("this");
        assertThat(engine.engine().status().workerCount()).as("scaled here, and nothing is set").isEqualTo(3);
    }

    @Test
    void moreWorkersTakeJobsAtOnceAndFewerFinishWhatTheyRun() {
        engine.engine().scale(6);
        await().until(() -> running.size() == 6);
        assertThat(engine.engine().status().workers()).hasSize(6)
                .allSatisfy(worker -> assertThat(worker.state()).isEqualTo(WorkerState.RUNNING));

        engine.engine().scale(1);
        PoolStatus leaving = engine.engine().status();
        assertThat(leaving.workerCount()).isEqualTo(1);
        assertThat(leaving.workers()).extracting(Worker.Status::state)
                .containsOnlyOnce(WorkerState.RUNNING)
                .hasSize(6)
                .filteredOn(WorkerState.STOPPING::equals)
                .hasSize(5);
        assertThat(running).as("nobody is cut off").hasSize(6);

        mayEnd.release(6);
        await().untilAsserted(() -> {
            assertThat(engine.engine().status().workers()).hasSize(1);
            assertThat(running).as("the one that stays takes the next").hasSize(1);
        });
        assertThat(interrupted).isEmpty();
        assertThat(test.meta("a")).containsEntry("successCount", "6");
    }

    @Test
    void jobsClaimedAheadForWorkersThatAreGoneAreGivenBack() {
        TestQueue busy = TestQueue.live(
                "backpressure.global-rps", "1000000", "reliability.heartbeat", "100ms", "reliability.lease", "30s");
        new JobDriver(busy).enqueueMany("busy", 20_000);
        AtomicInteger done = new AtomicInteger();
        CountDownLatch scaled = new CountDownLatch(1);
        try (TestEngine pool = TestEngine.start(busy.queue(), _ -> {
            if (done.incrementAndGet() > 5_000) {
                scaled.await();
            }
            return JobResult.success();
        })) {
            await().until(() -> done.get() > 5_000);

            pool.engine().scale(0);
            scaled.countDown();

            await().until(() -> busy.queue().home().inFlight().size() == 0);
            assertThat(done).hasValueLessThan(20_000);
        }
    }

    /** Redis gives a token to whoever has waited longest: here to an instance that has no worker any more. */
    @Test
    void aTokenThatComesToAnInstanceWithoutWorkersIsPassedOn() {
        TestQueue idle = TestQueue.live();
        byte[] tokens = idle.redis().keys().wakeWorker();
        try (TestEngine first = TestEngine.start(idle.queue(), _ -> JobResult.success());
                WakeList elsewhere = idle.queue().home().wakes().worker()) {
            idle.redis().wake(tokens);
            await().until(() -> idle.redis().read(commands -> commands.llen(tokens)) == 0); // the claimer waits there
            await().pollDelay(Duration.ofMillis(100)).until(() -> true); // and has looked, and waits again
            first.engine().scale(0);

            idle.redis().wake(tokens);

            await().until(() -> elsewhere.await(Duration.ofSeconds(1)));
        }
    }

    @Test
    void allInstancesKnowTheWorkersFromTheFirstMomentAndAsSoonAsTheyAreMoreOrFewer() {
        TestQueue slow = TestQueue.live(
                "worker-pool.worker-count", "3", "reliability.heartbeat", "10m", "reliability.lease", "30m");
        List<Integer> reports = new CopyOnWriteArrayList<>();
        try (TestEngine test = TestEngine.start(
                slow.queue(), _ -> JobResult.success(), ObservationRegistry.NOOP, (_, workers) -> {
                    reports.add(workers);
                    return workers;
                })) {
            await().until(() -> !reports.isEmpty());
            test.engine().scale(5);
            await().untilAsserted(() -> assertThat(reports).endsWith(5));
        }
        assertThat(reports).startsWith(3);
    }

    @Test
    void withoutWorkersNothingStartsUntilThereAreSomeAgain() {
        engine.engine().scale(0);
        mayEnd.release(1_000);
        await().until(() -> running.isEmpty() && engine.engine().status().workers().isEmpty());
        await().untilAsserted(() -> assertThat(test.meta("a")).containsEntry("successCount", "2"));
        assertThat(engine.engine().status().activeWorkers()).isZero();

        engine.engine().scale(3);

        await().untilAsserted(() -> assertThat(test.meta("a")).containsEntry("successCount", "20"));
        assertThat(engine.engine().status().workers()).hasSize(3)
                .allSatisfy(worker -> assertThat(worker.state()).isEqualTo(WorkerState.IDLE));
        assertThat(interrupted).isEmpty();
    }
}
