package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupCompletedEvent;
import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobResult;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.settings.CallbackSettings;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.Patience;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestEngine.Work;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whole runs, with workers on two instances and a watcher. */
class RunsIT {

    private static final GroupId A = new GroupId("a");
    private static final Duration SHORT = Duration.ofMillis(20);
    private static final CallbackSender NO_CALLBACKS = new CallbackSender(
            new CallbackSettings(List.of(), List.of(), "", Duration.ofSeconds(1), Duration.ofHours(1), 1));

    private final TestQueue test = TestQueue.live("worker-pool.worker-count", "3");
    private final List<GroupCompletedEvent> events = new CopyOnWriteArrayList<>();
    private final GroupService service =
            new GroupService(new Queues(Map.of(test.queue().name(), test.queue())), new ResultAggregators(List.of()));
    private final Watcher watcher = new Watcher(
            test.queue(), new ResultAggregators(List.of()), event -> events.add((GroupCompletedEvent) event),
            NO_CALLBACKS, new WatchTiming(SHORT, Duration.ofSeconds(2), Duration.ofSeconds(2), SHORT, SHORT));

    @BeforeEach
    void start() {
        watcher.start();
    }

    @AfterEach
    void stop() {
        assertThat(watcher.stop(Deadline.in(Patience.LIMIT))).isTrue();
        Accounting.prove(test);
    }

    @Test
    void quickWorkersDoNotEndARunBetweenTwoChunks() {
        try (TestEngine _ = TestEngine.start(test.queue(), _ -> JobResult.success())) {
            for (int chunk = 1; chunk <= 10; chunk++) {
                int done = chunk * 5;
                int first = done - 5;
                test.enqueue(TestQueue.batch(
                        "a", null, false, IntStream.range(first, done).mapToObj(i -> "job-" + i).toList()));
                await().until(() -> service.progress(test.queue().name(), A).orElseThrow().doneJobs() == done);
                assertThat(service.progress(test.queue().name(), A).orElseThrow().status())
                        .isEqualTo(GroupStatus.RUNNING);
            }
            assertThat(events).isEmpty();

            service.seal(test.queue().name(), A);

            await().until(() -> !events.isEmpty());
            assertThat(events.getFirst().result().totalJobs()).isEqualTo(50);
            assertThat(events.getFirst().run()).isEqualTo(1);
        }
        assertThat(events).hasSize(1);
    }

    @Test
    void cancellingInterruptsWhatRunsOnEveryInstanceAndTheNextRunIsFresh() {
        Set<String> interrupted = ConcurrentHashMap.newKeySet();
        AtomicInteger running = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        Work work = job -> {
            if (job.id().value().startsWith("next")) {
                return JobResult.success();
            }
            running.incrementAndGet();
            try {
                never.await();
            } catch (InterruptedException e) {
                interrupted.add(job.id().value());
                throw e;
            }
            return JobResult.success();
        };
        try (TestEngine _ = TestEngine.start(test.queue(), work);
                TestEngine _ = TestEngine.start(test.queue(), work)) {
            test.enqueue("a", IntStream.range(0, 50).mapToObj(i -> "job-" + i).toArray(String[]::new));
            await().until(() -> running.get() == 6);

            Cancellation cancelled = service.cancel(test.queue().name(), A, "customer asked").orElseThrow();

            assertThat(cancelled).isEqualTo(new Cancellation(true, 44, 6));
            await().until(() -> !events.isEmpty());
            assertThat(interrupted).hasSize(6);
            GroupResult result = events.getFirst().result();
            assertThat(result.status()).isEqualTo(GroupStatus.CANCELLED);
            assertThat(result.cancelledCount()).isEqualTo(50);
            assertThat(result.cancelReason()).isEqualTo("customer asked");

            test.enqueue("a", "next-1", "next-2");

            await().until(() -> events.size() == 2);
            assertThat(events.getLast().run()).isEqualTo(2);
            assertThat(events.getLast().status()).isEqualTo(GroupStatus.COMPLETED);
            assertThat(events.getLast().result().totalJobs()).isEqualTo(2);
            assertThat(service.results(test.queue().name(), A)).extracting(GroupResult::run).containsExactly(2L, 1L);
        }
    }
}
