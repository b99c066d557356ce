package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight.Failure;
import io.bulkaction.internal.flow.InFlight.Success;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.Patience;
import io.bulkaction.testing.TestQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AcknowledgerIT {

    private final TestQueue test = TestQueue.with("backpressure.global-rps", "1000000");
    /** How many runs had ended after each batch. */
    private final List<Long> ended = new CopyOnWriteArrayList<>();

    @Test
    void writesTheEndsOfAtMostFortyGroupsAtOnceAndThenTheOthers() {
        assertThat(batches(120, (acknowledger, job) -> acknowledger.succeeded(success(job, null))))
                .containsExactly(40L, 40L, 40L);
    }

    @Test
    void longResultsAreWrittenFewAtOnce() {
        String result = "\"" + "r".repeat(10_000) + "\"";
        assertThat(batches(20, (acknowledger, job) -> acknowledger.succeeded(success(job, result))))
                .containsExactly(10L, 10L);
    }

    @Test
    void failuresWithLongStackTracesAreWrittenFewAtOnce() {
        JobError error = new JobError("E", "no", "s".repeat(16_000));
        assertThat(batches(14, (acknowledger, job) -> acknowledger.failedForGood(new Failure(job, error), () -> {})))
                .containsExactly(7L, 7L);
    }

    /** It was told of none, if only one of them had been taken over. */
    @Test
    void theApplicationIsToldOfEachDeadLetterOfABatch() {
        test.enqueue("group", "taken-over", "failed");
        test.fetch(2);
        List<ClaimedJob> jobs = test.claim(2);
        test.advance(30_001);
        test.partition().inFlight().extend(jobs.subList(1, 2));
        test.recover(10);
        List<String> told = new CopyOnWriteArrayList<>();
        Acknowledger acknowledger = new Acknowledger(test.queue(), new Leases(),
                new BulkActionMetrics(new SimpleMeterRegistry()).queue(test.queue().name()), () -> {},
                (_, _) -> {}, failure -> told.add(failure.job().id().value()));

        jobs.forEach(job -> acknowledger.failedForGood(new Failure(job, new JobError("E", "no", "")), () -> {}));
        acknowledger.writeAll();

        assertThat(told).containsExactly("failed");
    }

    /** So many jobs, each of a group of its own, are in before the first is written; returns how many went at once. */
    private List<Long> batches(int jobs, BiConsumer<Acknowledger, ClaimedJob> end) {
        for (int i = 0; i < jobs; i++) {
            test.enqueue("group-" + i, "job-" + i);
        }
        test.fetch(100);
        test.fetch(100);
        Acknowledger acknowledger = new Acknowledger(test.queue(), new Leases(),
                new BulkActionMetrics(new SimpleMeterRegistry()).queue(test.queue().name()), this::runEnded,
                (_, _) -> {});
        test.claim(jobs).forEach(job -> end.accept(acknowledger, job));

        acknowledger.start();

        await().until(() -> !ended.isEmpty() && ended.getLast() == jobs);
        assertThat(acknowledger.stop(Deadline.in(Patience.LIMIT))).isTrue();
        Accounting.prove(test);
        return IntStream.range(0, ended.size())
                .mapToObj(i -> ended.get(i) - (i == 0 ? 0 : ended.get(i - 1)))
                .toList();
    }

    private void runEnded() {
        Map<GroupStatus, Long> groups = Groups.of(test.queue()).perStatus();
        ended.add(groups.get(GroupStatus.COMPLETED) + groups.get(GroupStatus.FAILED));
    }

    private static Success success(ClaimedJob job, @Nullable String result) {
        return new Success(job, Duration.ofMillis(1), result, false);
    }
}
