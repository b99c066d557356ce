package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestEngine.Work;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Limits on what runs at once, held by two instances together while jobs end in every way. */
class LimitsIT {

    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger mostRunning = new AtomicInteger();

    @Test
    void sequentialQueuesRunOneJobAtATimeOverAllInstances() {
        TestQueue test = TestQueue.live(
                "worker-pool.max-concurrency", "1", "worker-pool.job-timeout", "60ms", "retry.max-retries", "1",
                "retry.backoff", "1ms");
        Map<String, Integer> attempts = new ConcurrentHashMap<>();
        Work work = counted(job -> {
            attempts.merge(job.id().value(), 1, Integer::sum);
            return endInManyWays(job);
        });
        try (TestEngine _ = TestEngine.start(test.queue(), work);
                TestEngine _ = TestEngine.start(test.queue(), work)) {
            test.enqueue("a", ids("a", 20));
            test.enqueue("b", ids("b", 20));

            await().untilAsserted(() -> {
                assertThat(test.meta("a")).containsEntry("doneJobs", "20");
                assertThat(test.meta("b")).containsEntry("doneJobs", "20");
            });
        }
        assertThat(mostRunning).hasValue(1);
        assertThat(attempts).hasSize(40);
        Accounting.prove(test);
    }

    @Test
    void aJobThatTimedOutKeepsItsPlaceUntilItsProcessorHasReturned() {
        TestQueue test = TestQueue.live(
                "worker-pool.max-concurrency", "1", "worker-pool.job-timeout", "60ms", "retry.max-retries", "0");
        CountDownLatch never = new CountDownLatch(1);
        Work slowToStop = counted(_ -> {
            try {
                never.await();
            } catch (InterruptedException timedOut) {
                assertThat(never.await(300, TimeUnit.MILLISECONDS)).isFalse(); // it cleans up
            }
            return JobResult.success();
        });
        try (TestEngine _ = TestEngine.start(test.queue(), slowToStop);
                TestEngine _ = TestEngine.start(test.queue(), slowToStop)) {
            test.enqueue("a", ids("a", 4));

            await().untilAsserted(() -> assertThat(test.meta("a")).containsEntry("failedCount", "4"));
        }
        assertThat(mostRunning).hasValue(1);
        Accounting.prove(test);
    }

    @Test
    void aSlowGroupHoldsItsOwnPlacesAndNobodyElse() {
        TestQueue test = TestQueue.live("worker-pool.max-concurrency-per-group", "3");
        CountDownLatch mayEnd = new CountDownLatch(1);
        Work slow = counted(job -> {
            mayEnd.await();
            return JobResult.success();
        });
        Work work = job -> job.groupId().value().equals("slow") ? slow.process(job) : JobResult.success();
        try (TestEngine _ = TestEngine.start(test.queue(), work);
                TestEngine _ = TestEngine.start(test.queue(), work)) {
            test.enqueue("slow", ids("slow", 30));
            await().until(() -> running.get() == 3);

            test.enqueue("quick", ids("quick", 30));

            await().untilAsserted(() -> assertThat(test.meta("quick")).containsEntry("successCount", "30"));
            assertThat(running).hasValue(3);
            mayEnd.countDown();
            await().untilAsserted(() -> assertThat(test.meta("slow")).containsEntry("successCount", "30"));
        }
        assertThat(mostRunning).hasValue(3);
        Accounting.prove(test);
    }

    @Test
    void anOrderedGroupGoesOnOnlyWhenItsFailingJobSucceededOrWasBuried() {
        TestQueue test = TestQueue.live(
                "worker-pool.ordered", "true", "retry.max-retries", "1", "retry.backoff", "20ms");
        List<String> starts = Collections.synchronizedList(new ArrayList<>());
        Work work = counted(job -> {
            starts.add(job.id() + "/" + job.attempt());
            return switch (job.id().value()) {
                case "a2" -> job.attempt() == 1 ? JobResult.failure("AGAIN", "", true) : JobResult.success();
                case "a3" -> JobResult.failure("NEVER", "", true);
                default -> JobResult.success();
            };
        });
        try (TestEngine _ = TestEngine.start(test.queue(), work);
                TestEngine _ = TestEngine.start(test.queue(), work)) {
            test.enqueue("a", ids("a", 5));

            await().untilAsserted(() -> assertThat(test.meta("a")).containsEntry("doneJobs", "5"));
        }
        assertThat(starts).containsExactly("a0/1", "a1/1", "a2/1", "a2/2", "a3/1", "a3/2", "a4/1");
        assertThat(mostRunning).hasValue(1);
        Accounting.prove(test);
    }

    private Work counted(Work work) {
        return job -> {
            mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                return work.process(job);
            } finally {
                running.decrementAndGet();
            }
        };
    }

    private static JobResult endInManyWays(Job job) throws InterruptedException {
        return switch (Math.floorMod(job.id().value().hashCode(), 10)) {
            case 0 -> JobResult.failure("AGAIN", "", true);
            case 1 -> JobResult.permanent("NEVER", "");
            case 2 -> job.attempt() == 1 ? JobResult.throttled(Duration.ofMillis(1)) : JobResult.success();
            case 3 -> {
                if (job.attempt() == 1) {
                    new CountDownLatch(1).await();
                }
                yield JobResult.success();
            }
            case 4 -> throw new IllegalStateException("thrown");
            default -> JobResult.success();
        };
    }

    private static String[] ids(String group, int count) {
        return IntStream.range(0, count).mapToObj(i -> group + i).toArray(String[]::new);
    }
}
