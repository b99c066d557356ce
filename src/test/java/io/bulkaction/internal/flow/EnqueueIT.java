package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.GroupCancellingException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Submitting again, late, at the same time or to a run that ended meanwhile. */
class EnqueueIT {

    private final TestQueue test = TestQueue.with();
    private final Verbs verbs = new Verbs(test);

    @AfterEach
    void theBooksAreRight() {
        Accounting.prove(test);
    }

    @Test
    void theSameBatchTwiceChangesNothing() {
        assertThat(test.enqueue("a", "a1", "a2")).isEqualTo(new Enqueued(1, 2, 0, 2, false, ""));
        Map<String, String> before = test.contents();
        test.advance(1000);
        assertThat(test.enqueue("a", "a1", "a2")).isEqualTo(new Enqueued(1, 0, 2, 2, false, ""));
        assertThat(test.contents()).isEqualTo(before);
    }

    @Test
    void aDoubledJobWithinOneBatchCountsOnce() {
        assertThat(test.enqueue("a", "a1", "a1")).isEqualTo(new Enqueued(1, 1, 1, 1, false, ""));
    }

    @Test
    void twoGroupsThatNumberTheirJobsFromOneLoseNothing() {
        test.enqueue("a", "1", "2");
        assertThat(test.enqueue("b", "1", "2")).isEqualTo(new Enqueued(1, 2, 0, 2, false, ""));
        assertThat(test.enqueue("b", "1", "2")).isEqualTo(new Enqueued(1, 0, 2, 2, false, ""));
        test.fetch(10);
        assertThat(test.claim(10)).extracting(job -> job.name().toString())
                .containsExactlyInAnyOrder("a#1", "a#2", "b#1", "b#2");
    }

    @Test
    void aCancelledJobMayComeAgainWhileAnotherGroupsJobOfThatIdRuns() {
        test.enqueue("a", "1");
        test.enqueue("b", "1");
        test.fetch(10);
        test.claim(10);
        test.enqueue("c", "1");
        new Verbs(test).cancel("c", 10, List.of());
        new Verbs(test).finalizeRun("c");
        Map<String, String> other = test.job(JobName.parse("a#1"));

        assertThat(test.enqueue("c", "1").accepted()).isEqualTo(1);

        assertThat(test.job(JobName.parse("a#1"))).isEqualTo(other);
        Accounting.prove(test);
    }

    @Test
    void theSameBatchesAtTheSameTimeAreAcceptedOnce() {
        List<EnqueueBatch> batches = IntStream.range(0, 20)
                .mapToObj(chunk -> TestQueue.batch("a", null, false, ids("c" + chunk + "-", 50)))
                .toList();
        List<CompletableFuture<Integer>> senders = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int sender = 0; sender < 4; sender++) {
                senders.add(CompletableFuture.supplyAsync(
                        () -> batches.stream().mapToInt(batch -> test.enqueue(batch).accepted()).sum(), threads));
            }
        }
        assertThat(senders.stream().mapToInt(CompletableFuture::join).sum()).isEqualTo(1000);
        assertThat(test.meta("a")).containsEntry("totalJobs", "1000").containsEntry("run", "1");
    }

    @Test
    void replayAfterTheRunIsFinishedStartsNoRun() {
        test.enqueue("a", "a1");
        complete();
        Map<String, String> before = test.contents();
        assertThat(test.enqueue("a", "a1")).isEqualTo(new Enqueued(1, 0, 1, 1, false, ""));
        assertThat(test.contents()).isEqualTo(before);
    }

    @Test
    void replayWhileTheResultIsMadeLeavesTheRunEnded() {
        test.enqueue("a", "a1");
        completeForAggregator();
        test.enqueue(TestQueue.batch("a", null, false, List.of("a1")));
        assertThat(test.meta("a")).containsEntry("status", "AGGREGATING").containsEntry("sealed", "1");
        assertThat(verbs.finalizeRun("a").text("answer")).isEqualTo("finalized");
    }

    @Test
    void replayOfAnEarlyChunkDoesNotUnsealTheRun() {
        test.enqueue(TestQueue.batch("a", null, false, List.of("a1")));
        test.enqueue("a", "a2");
        test.enqueue(TestQueue.batch("a", null, false, List.of("a1")));
        complete();
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED");
    }

    @Test
    void newJobsForAFinishedGroupStartTheNextRunWithFreshCounters() {
        test.enqueue("a", "a1");
        complete();
        assertThat(test.enqueue("a", "a1", "a2")).isEqualTo(new Enqueued(2, 1, 1, 1, false, ""));
        assertThat(test.meta("a")).containsEntry("successCount", "0").containsEntry("status", "CREATED");
        complete();
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").containsEntry("successCount", "1");
    }

    @Test
    void newJobsWhileTheResultIsMadeReopenTheRun() {
        test.enqueue("a", "a1");
        completeForAggregator();
        assertThat(test.enqueue("a", "a2")).isEqualTo(new Enqueued(1, 1, 0, 2, false, ""));
        assertThat(verbs.finalizeRun("a", "1", "1").text("answer")).isEqualTo("stale");
        complete();
        assertThat(verbs.finalizeRun("a").text("answer")).isEqualTo("finalized");
        assertThat(test.meta("a")).containsEntry("successCount", "2").containsEntry("run", "1");
    }

    @Test
    void aRunEndsOnlyWhenItIsSealed() {
        test.enqueue(TestQueue.batch("a", null, false, List.of("a1")));
        complete();
        assertThat(test.meta("a")).containsEntry("status", "RUNNING");
        assertThat(verbs.seal("a").text("answer")).isEqualTo("sealed");
        assertThat(verbs.seal("a").text("answer")).isEqualTo("finished");
        assertThat(verbs.seal("nobody").text("answer")).isEqualTo("missing");
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED");
    }

    @Test
    void aLastChunkOfDuplicatesStillSeals() {
        test.enqueue(TestQueue.batch("a", null, false, List.of("a1")));
        complete();
        assertThat(test.enqueue("a", "a1")).isEqualTo(new Enqueued(1, 0, 1, 1, true, ""));
    }

    @Test
    void cancelledJobsCanBeSubmittedAgainOnceTheCancelledRunHasItsResult() {
        test.enqueue("a", "a0", "a1", "a2");
        test.fetch(1);
        test.completeForAggregator(test.claimOne());
        verbs.cancel("a", 100, List.of());
        assertThat(test.meta("a")).containsEntry("status", "AGGREGATING").containsEntry("outcome", "CANCELLED");
        assertThatThrownBy(() -> test.enqueue("a", "a1")).hasCauseInstanceOf(GroupCancellingException.class);
        verbs.finalizeRun("a");
        assertThat(test.meta("a")).containsEntry("status", "CANCELLED").containsEntry("cancelledCount", "2");

        assertThat(test.enqueue("a", "a1", "a2")).isEqualTo(new Enqueued(2, 2, 0, 2, false, ""));
        complete();
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").containsEntry("successCount", "2");
    }

    @Test
    void aSubmitIsRefusedWhileItsGroupIsCancelled() {
        test.enqueue("a", "a1", "a2");
        test.fetch(1);
        test.claim(1);
        verbs.cancel("a", 100, List.of());
        Map<String, String> before = test.contents();
        assertThatThrownBy(() -> test.enqueue("a", "a3")).hasMessageContaining("'a' is being cancelled");
        assertThat(test.contents()).isEqualTo(before);
    }

    @Test
    void aLaterLevelMovesAParkedGroupToo() {
        TestQueue slow = TestQueue.with("worker-pool.max-concurrency-per-group", "1");
        slow.enqueue("a", PriorityLevel.LOW, "a1", "a2", "a3");
        slow.enqueue("b", PriorityLevel.NORMAL, "b1", "b2", "b3");
        slow.fetch(100);
        assertThat(slow.meta("a")).containsEntry("parked", "concurrency");
        slow.enqueue("a", PriorityLevel.HIGH, "a4");
        Accounting.prove(slow);
        slow.complete(slow.claim(2));
        slow.fetch(1);
        assertThat(slow.ready()).containsExactly("a2");
        Accounting.prove(slow);
    }

    @Test
    void aGroupWhoseWaitingJobsHaveAllComeBackKeepsItsTurnAndMovesToItsNewLevel() {
        TestQueue plain = TestQueue.with("fair-queue.alpha", "0");
        plain.enqueue(TestQueue.batch("a", PriorityLevel.LOW, true, ids("a", 2)));
        plain.fetch(2);
        plain.release(plain.claimOne(), true);
        assertThat(plain.pending("a")).containsExactly("a0");
        String servedAt = plain.meta("a").get("lastServedAt");
        plain.advance(10);
        plain.enqueue(TestQueue.batch("a", PriorityLevel.HIGH, true, ids("a", 1)));
        Accounting.prove(plain);
        plain.enqueue("a", "new");
        Accounting.prove(plain);
        assertThat(plain.meta("a")).containsEntry("lastServedAt", servedAt);
        plain.fetch(2);
        assertThat(plain.ready()).endsWith("a0", "new");
    }

    @Test
    void whatASubmitChangesOfAGroupThatIsThereIsToldOnce() {
        assertThat(test.enqueue(changing("a1", PriorityLevel.LOW, new GroupLimits(5.0, 2), "http://a/")).changes())
                .as("a new group has nothing to change").isEmpty();
        assertThat(test.enqueue(changing("a2", PriorityLevel.LOW, new GroupLimits(5.0, 2, 1.0), "http://a/")).changes())
                .isEmpty();
        assertThat(test.enqueue(changing("a3", null, GroupLimits.KEEP, null)).changes()).isEmpty();

        GroupLimits limits = new GroupLimits(0.0, 3, 2.5);
        assertThat(test.enqueue(changing("a4", PriorityLevel.HIGH, limits, "http://b/")).changes()).isEqualTo(
                "level high, was low; maxRps 0.0, was 5.0; maxConcurrency 3, was 2; weight 2.5, was 1.0; "
                        + "callback http://b/, was http://a/");
        assertThat(test.meta("a")).containsEntry("weight", "2.5");
        assertThat(test.enqueue(changing("a5", PriorityLevel.HIGH, limits, "http://b/")).changes()).isEmpty();
        assertThat(test.enqueue(changing("a5", PriorityLevel.LOW, GroupLimits.KEEP, null)).changes())
                .as("a duplicate that seals, of a run that goes on").isEqualTo("level low, was high");
    }

    @Test
    void theQueryOfACallbackIsNotAmongTheChangesThatPeopleRead() {
        test.enqueue(changing("a1", null, GroupLimits.KEEP, "http://a/?token=first"));
        assertThat(test.enqueue(changing("a2", null, GroupLimits.KEEP, "http://a/?token=second")).changes())
                .isEqualTo("callback http://a/?***, was http://a/?***");
        assertThat(test.meta("a")).containsEntry("callback", "http://a/?token=second");
    }

    private static EnqueueBatch changing(
            String job, @Nullable PriorityLevel level, GroupLimits limits, @Nullable String callback) {
        return new EnqueueBatch(new GroupId("a"), "TEST", true,
                new EnqueueBatch.Given(level, null, limits, callback, null),
                null, List.of(new EnqueueBatch.Entry(new JobId(job), "{}")));
    }

    @Test
    void aBatchTooBigForOneScriptIsRefusedBeforeAnythingIsWritten() {
        assertThatThrownBy(() -> test.enqueue(TestQueue.batch("a", null, true, ids("j", 1001))))
                .hasMessageContaining("at most 1000 jobs");
        assertThat(test.contents()).isEmpty();
        assertThat(test.enqueue(TestQueue.batch("a", null, true, ids("j", 1000))).accepted()).isEqualTo(1000);
    }

    private void complete() {
        test.fetch(100);
        List<ClaimedJob> jobs = test.claim(100);
        test.complete(jobs);
    }

    private void completeForAggregator() {
        test.fetch(100);
        test.claim(100).forEach(test::completeForAggregator);
    }

    private static List<String> ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
    }
}
