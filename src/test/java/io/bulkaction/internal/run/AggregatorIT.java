package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupResult.ErrorSummary;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.run.ResultAggregatorsTest.Sum;
import io.bulkaction.spi.ResultAggregator;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AggregatorIT {

    private static final GroupId A = new GroupId("a");

    private final TestQueue test = TestQueue.with();
    private final TestWorker worker = new TestWorker(test.queue());

    @Test
    void theBuiltInResultContainsCountsDurationsErrorsAndTimes() {
        test.enqueue(TestQueue.batch("a", null, true, IntStream.range(0, 106).mapToObj(i -> "a" + i).toList()));
        test.advance(1_000);
        List<ClaimedJob> jobs = worker.claim(200);
        test.advance(2_000);
        for (int i = 1; i <= 100; i++) {
            worker.complete(jobs.get(i - 1), Duration.ofMillis(i), null);
        }
        jobs.subList(100, 104).forEach(job -> worker.fail(job, "TIMEOUT"));
        worker.fail(jobs.get(105), "REFUSED");
        worker.skip("a105");
        worker.fail(jobs.get(104), "REFUSED");
        worker.skip("a104"); // after the end: the result stays as it was

        GroupResult result = finalizeWith().orElseThrow();
        assertThat(result.status()).isEqualTo(GroupStatus.FAILED);
        assertThat(result.totalJobs()).isEqualTo(106);
        assertThat(result.successCount()).isEqualTo(100);
        assertThat(result.failedCount()).isEqualTo(5);
        assertThat(result.resolvedCount()).isEqualTo(1);
        assertThat(result.successRate()).isCloseTo(100 / 106.0, within(1e-9));
        assertThat(result.durations().count()).isEqualTo(100);
        assertThat(result.durations().min()).isCloseTo(1, within(0.1));
        assertThat(result.durations().mean()).isEqualTo(50.5);
        assertThat(result.durations().p50()).isCloseTo(50, within(1.1));
        assertThat(result.durations().p95()).isCloseTo(95, within(2.0));
        assertThat(result.durations().p99()).isCloseTo(99, within(2.1));
        assertThat(result.durations().max()).isCloseTo(100, within(2.1));
        assertThat(result.errors()).containsExactly(
                new ErrorSummary("TIMEOUT", 4, "a100", "failed for good"),
                new ErrorSummary("REFUSED", 2, "a105", "failed for good"));
        assertThat(result.createdAt()).isEqualTo(Instant.ofEpochMilli(TestQueue.START));
        assertThat(result.startedAt()).isEqualTo(Instant.ofEpochMilli(TestQueue.START + 1_000));
        assertThat(result.finishedAt()).isEqualTo(Instant.ofEpochMilli(TestQueue.START + 3_000));
        assertThat(result.data()).isEmpty();
        assertThat(service().result(test.queue().name(), A)).as("what is stored").hasValue(result);
    }

    @Test
    void whatJobsReturnedGoesWithTheLastDeadLetterThatCouldReopenTheRun() {
        enqueue("COUNT", "c1", "c2", "c3");
        List<ClaimedJob> jobs = worker.claim(10);
        worker.complete(jobs.get(0), Duration.ofMillis(1), "7");
        worker.fail(jobs.get(1), "DENIED");
        worker.fail(jobs.get(2), "DENIED");
        finalizeWith(new Sum("COUNT")).orElseThrow();

        worker.skip("c2");
        assertThat(Groups.of(test.queue()).results().returned(A, 0, 10)).hasSize(1);
        worker.skip("c3");
        assertThat(Groups.of(test.queue()).results().returned(A, 0, 10)).isEmpty();
    }

    @Test
    void eachTypeIsFoldedByItsOwnAggregator() {
        enqueue("COUNT", "c1", "c2", "c3");
        enqueue("WORDS", "w1", "w2");
        worker.claim(10).forEach(job -> worker.complete(
                job, Duration.ofMillis(1),
                job.job().processorType().equals("COUNT") ? "7" : "\"word " + job.id() + "\""));
        GroupResult result = finalizeWith(new Sum("COUNT"), new Words()).orElseThrow();
        assertThat(result.data().get("COUNT").asLong()).isEqualTo(21);
        assertThat(result.data().get("WORDS").toString()).isEqualTo("{\"words\":2}");
        assertThat(service().result(test.queue().name(), A)).hasValue(result);
        assertThat(Groups.of(test.queue()).results().returned(A, 0, 10)).isEmpty();
    }

    @Test
    void anAggregatorThatFailsSpoilsItsOwnPartOnly() {
        enqueue("COUNT", "c1");
        enqueue("WORDS", "w1");
        enqueue("UNKNOWN", "u1");
        worker.claim(10).forEach(job -> worker.complete(job, Duration.ofMillis(1), "\"not a number\""));
        GroupResult result = finalizeWith(new Sum("COUNT"), new Words()).orElseThrow();
        assertThat(result.status()).isEqualTo(GroupStatus.COMPLETED);
        assertThat(result.data().get("COUNT").get("aggregationError").asString()).contains("NumberFormatException");
        assertThat(result.data().get("UNKNOWN").get("aggregationError").asString()).contains("no aggregator");
        assertThat(result.data().get("WORDS").toString()).isEqualTo("{\"words\":1}");
        assertThat(Groups.of(test.queue()).results().returned(A, 0, 10)).as("kept for a person to look at").hasSize(3);
    }

    @Test
    void anAggregatorThatFailsWithAnErrorDoesNotKeepTheRunFromEnding() {
        enqueue("COUNT", "c1");
        worker.claim(1).forEach(job -> worker.complete(job, Duration.ofMillis(1), "1"));
        GroupResult result = finalizeWith(new Gone()).orElseThrow();
        assertThat(result.data().get("COUNT").get("aggregationError").asString()).contains("NoClassDefFoundError");
    }

    @Test
    void aPartialResultCanBeReadBeforeTheRunEnds() {
        enqueue("COUNT", "c1", "c2", "c3");
        assertThat(partial(new Sum("COUNT")).data()).isEmpty();
        assertThat(partial(new Sum("COUNT")).successRate()).isNull();
        List<ClaimedJob> jobs = worker.claim(3);
        worker.complete(jobs.get(0), Duration.ofMillis(1), "5");
        worker.complete(jobs.get(1), Duration.ofMillis(1), "6");
        GroupResult partial = partial(new Sum("COUNT"));
        assertThat(partial.status()).isEqualTo(GroupStatus.RUNNING);
        assertThat(partial.finishedAt()).isNull();
        assertThat(partial.successCount()).isEqualTo(2);
        assertThat(partial.data().get("COUNT").asLong()).isEqualTo(11);
        assertThat(service().result(test.queue().name(), A)).isEmpty();
        assertThat(finalizeWith()).as("the run is not over").isEmpty();
    }

    @Test
    void aReopenedRunEndsWithTheResultOfAllItsJobs() {
        enqueue("COUNT", "c1", "c2");
        List<ClaimedJob> jobs = worker.claim(2);
        worker.complete(jobs.get(0), Duration.ofMillis(1), "5");
        worker.fail(jobs.get(1), "BROKEN");
        GroupResult first = finalizeWith(new Sum("COUNT")).orElseThrow();
        assertThat(first.status()).isEqualTo(GroupStatus.FAILED);

        worker.retryDead("c2");
        assertThat(service().result(test.queue().name(), A)).as("until it ends again").hasValue(first);
        worker.complete(worker.claim(1).getFirst(), Duration.ofMillis(1), "6");
        GroupResult second = finalizeWith(new Sum("COUNT")).orElseThrow();
        assertThat(second.status()).isEqualTo(GroupStatus.COMPLETED);
        assertThat(second.run()).isEqualTo(1);
        assertThat(second.ending()).isEqualTo(2);
        assertThat(second.errors()).isEmpty();
        assertThat(second.data().get("COUNT").asLong()).isEqualTo(11);
        assertThat(service().results(test.queue().name(), A)).containsExactly(second);
    }

    @Test
    void manyResultsAreFoldedInSmallPieces() {
        enqueue("COUNT", "c1");
        int many = 100_000;
        byte[] results = test.redis().keys().group(A, "results");
        byte[][] piece = new byte[10_000][];
        Arrays.fill(piece, "COUNT 2".getBytes(StandardCharsets.UTF_8));
        for (int i = 0; i < many / piece.length; i++) {
            test.redis().read(commands -> commands.rpush(results, piece));
        }
        worker.complete(worker.claim(1).getFirst(), Duration.ofMillis(1), "1");
        Pieces pieces = new Pieces();
        assertThat(finalizeWith(pieces).orElseThrow().data().get("COUNT").asLong()).isEqualTo(2L * many + 1);
        assertThat(pieces.sizes).hasSize(many / CustomResults.PIECE + 1).contains(CustomResults.PIECE)
                .allMatch(size -> size <= CustomResults.PIECE);
    }

    @Test
    void aCancelledRunEndsAsCancelledWithAResult() {
        test.enqueue("a", "a1", "a2");
        worker.complete(worker.claim(1));
        assertThat(service().cancel(test.queue().name(), A, "not needed")).hasValue(new Cancellation(true, 1, 0));
        GroupResult result = finalizeWith().orElseThrow();
        assertThat(result.status()).isEqualTo(GroupStatus.CANCELLED);
        assertThat(result.cancelReason()).isEqualTo("not needed");
        assertThat(result.cancelledCount()).isEqualTo(1);
        assertThat(result.successRate()).as("of those that ran").isEqualTo(1);
        test.enqueue("a", "a3");
        assertThat(service().progress(test.queue().name(), A).orElseThrow().run()).isEqualTo(2);
        assertThat(service().result(test.queue().name(), A)).as("of the last finished run").hasValue(result);
    }

    private Optional<GroupResult> finalizeWith(ResultAggregator<?>... aggregators) {
        GroupStatus status = Groups.of(test.queue()).state(A).orElseThrow().status();
        boolean won = new Aggregator(test.queue(), new ResultAggregators(List.of(aggregators))).finalize(A);
        assertThat(won).isEqualTo(status == GroupStatus.AGGREGATING);
        return status == GroupStatus.RUNNING ? Optional.empty() : service().result(test.queue().name(), A);
    }

    private GroupResult partial(ResultAggregator<?> aggregator) {
        return new GroupService(new Queues(Map.of(test.queue().name(), test.queue())),
                new ResultAggregators(List.of(aggregator))).partialResult(test.queue().name(), A).orElseThrow();
    }

    private GroupService service() {
        return new GroupService(
                new Queues(Map.of(test.queue().name(), test.queue())), new ResultAggregators(List.of()));
    }

    private void enqueue(String type, String... ids) {
        test.enqueue(EnqueueBatch.of(A, type, TestQueue.batch("a", null, true, List.of(ids)).jobs()));
    }

    /** Counts in an object that changes. */
    private static final class Words implements ResultAggregator<int[]> {

        @Override
        public String type() {
            return "WORDS";
        }

        @Override
        public int[] identity() {
            return new int[1];
        }

        @Override
        public int[] accumulate(int[] soFar, String result) {
            soFar[0] += result.startsWith("\"") ? 1 : 100;
            return soFar;
        }

        @Override
        public int[] combine(int[] earlier, int[] later) {
            earlier[0] += later[0];
            return earlier;
        }

        @Override
        public Object finish(int[] total) {
            return Map.of("words", total[0]);
        }
    }

    /** An aggregator with a missing class. */
    private static final class Gone implements ResultAggregator<Long> {

        @Override
        public String type() {
            return "COUNT";
        }

        @Override
        public Long identity() {
            return 0L;
        }

        @Override
        public Long accumulate(Long soFar, String result) {
            throw new NoClassDefFoundError("com/example/Gone");
        }

        @Override
        public Long combine(Long earlier, Long later) {
            return earlier;
        }
    }

    /** Remembers how much was accumulated at a time. */
    private static final class Pieces implements ResultAggregator<Long> {

        private final Sum sum = new Sum("COUNT");
        private final List<Integer> sizes = new ArrayList<>();

        @Override
        public String type() {
            return sum.type();
        }

        @Override
        public Long identity() {
            sizes.add(0);
            return 0L;
        }

        @Override
        public Long accumulate(Long soFar, String result) {
            sizes.set(sizes.size() - 1, sizes.getLast() + 1);
            return sum.accumulate(soFar, result);
        }

        @Override
        public Long combine(Long earlier, Long later) {
            return sum.combine(earlier, later);
        }
    }
}
