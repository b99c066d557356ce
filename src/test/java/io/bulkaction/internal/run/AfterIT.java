package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.After;
import io.bulkaction.After.When;
import io.bulkaction.CyclicAfterException;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.Timing;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Groups that start after the runs of others. */
class AfterIT {

    private final TestQueue first = TestQueue.with();
    private final TestQueue other = TestQueue.with("partitions", "1");
    private final Queues queues = new Queues(Map.of(
            first.queue().name(), first.queue(), other.queue().name(), other.queue()));
    private final GroupService service = new GroupService(queues, new ResultAggregators(List.of()));
    private final Afters afters = new Afters(queues);
    private final Followers followers = new Followers(queues.all(), queues, service);

    @Test
    void aGroupStartsWhenTheRunItWaitsForHasEnded() {
        first.enqueue("a", "a1");
        enqueue(first, "b", List.of(After.of("a")), "b1", "b2");
        assertThat(hold("b")).contains("AFTER");
        followers.stepAll();
        assertThat(run(first)).containsExactly("a1");

        followers.stepAll();
        followers.stepAll();

        assertThat(run(first)).containsExactly("b1", "b2");
        assertThat(first.meta("b")).doesNotContainKey("after").containsEntry("run", "1").containsEntry("endings", "1");
        Accounting.prove(first);
    }

    @Test
    void explainAndTheGroupSayWhatItWaitsFor() {
        first.partition().instances().beat(new Instance.Info("i", 1, "1", "h", Instant.EPOCH));
        first.enqueue("a", "a1");
        enqueue(first, "b", List.of(new After(null, new GroupId("a"), When.SUCCEEDED)), "b1");

        Explanation why = new Explainer(queues, service).group(first.queue().name(), new GroupId("b")).orElseThrow();

        assertThat(why.code()).isEqualTo(Explanation.Code.AFTER);
        assertThat(why.sentence()).isEqualTo(
                "Waits for other runs to end: a of queue " + first.queue().name() + " (succeeded).");
    }

    @Test
    void aChainOverTwoQueuesAndAFanInStartInOrder() {
        QueueName there = first.queue().name();
        enqueue(other, "last", List.of(new After(there, new GroupId("a"), When.ALWAYS),
                new After(there, new GroupId("b"), When.SUCCEEDED), After.of("c")), "z");
        first.enqueue("a", "a1");
        enqueue(first, "b", List.of(After.of("a")), "b1");
        other.enqueue("c", "c1");

        followers.stepAll();
        assertThat(run(other)).containsExactly("c1");
        assertThat(run(first)).containsExactly("a1");
        followers.stepAll();
        assertThat(run(other)).isEmpty();
        assertThat(run(first)).containsExactly("b1");
        followers.stepAll();
        assertThat(run(other)).containsExactly("z");
        Accounting.prove(first);
        Accounting.prove(other);
    }

    @Test
    void aGroupWhoseConditionCannotBeMetAnyMoreIsCancelledWithThatReason() {
        first.enqueue("a", "a1");
        enqueue(first, "good", List.of(new After(null, new GroupId("a"), When.SUCCEEDED)), "g1");
        enqueue(first, "bad", List.of(new After(null, new GroupId("a"), When.FAILED)), "f1");
        first.fetch(10);
        first.fail(first.claimOne());

        followers.stepAll();
        followers.stepAll();

        assertThat(run(first)).containsExactly("f1");
        assertThat(service.result(first.queue().name(), new GroupId("good")).orElseThrow().cancelReason())
                .isEqualTo("AFTER_NOT_MET: group a of queue " + first.queue().name() + " did not succeed");
        assertThat(waiting()).isZero();
        Accounting.prove(first);
    }

    @Test
    void aRunThatReopensBeforeItWasSeenHasNotEnded() {
        first.enqueue("a", "a1");
        enqueue(first, "b", List.of(After.of("a")), "b1");
        first.fetch(10);
        first.fail(first.claimOne());
        new TestWorker(first.queue()).retryDead("a1");
        followers.stepAll();
        assertThat(run(first)).containsExactly("a1");
        followers.stepAll();
        assertThat(run(first)).containsExactly("b1");
    }

    @Test
    void itWaitsForTheRunThatThereWasAtItsSubmitAndNotForLaterOnes() {
        first.enqueue("a", "a1");
        enqueue(first, "b", List.of(new After(null, new GroupId("a"), When.SUCCEEDED)), "b1");
        run(first);
        first.enqueue("a", "a2"); // the next run begins before anybody looked
        followers.stepAll();

        assertThat(first.meta("b")).doesNotContainKey("after");
    }

    @Test
    void aGroupThatNobodyKnowsYetIsWaitedFor() {
        enqueue(first, "b", List.of(After.of("later")), "b1");
        followers.stepAll();
        assertThat(run(first)).isEmpty();
        first.enqueue("later", "l1");
        assertThat(run(first)).containsExactly("l1");
        followers.stepAll();
        assertThat(run(first)).containsExactly("b1");
    }

    @Test
    void theFirstRunOfAGroupThatNobodyKnewCountsAlsoIfTheSecondHasBegun() {
        enqueue(first, "b", List.of(new After(null, new GroupId("later"), When.SUCCEEDED)), "b1");
        enqueue(first, "c", List.of(new After(null, new GroupId("later"), When.FAILED)), "c1");
        first.enqueue("later", "l1");
        assertThat(run(first)).containsExactly("l1");
        first.enqueue("later", "l2");
        followers.stepAll();
        assertThat(first.meta("b")).doesNotContainKey("after");
        assertThat(first.meta("c")).containsEntry("status", "CANCELLED");
    }

    @Test
    void aRunWhoseJobsExpiredOrWereCancelledSinglyHasNotSucceeded() {
        After succeeded = new After(null, new GroupId("a"), When.SUCCEEDED);
        Instant over = Instant.ofEpochMilli(first.now() + 1_000);
        for (boolean isNextRun : List.of(false, true)) {
            first.enqueue(EnqueueBatch.of(new GroupId("a"), "TEST", List.of(
                    EnqueueBatch.Entry.of(new JobId("x" + isNextRun), "{}", new Timing(null, null, over, null)))));
            enqueue(first, "b", List.of(succeeded), "b1");
            first.advance(2_000);
            first.fetch(10);
            first.claim(10);
            first.dispatch(10);
            assertThat(first.meta("a")).containsEntry("status", "COMPLETED").containsEntry("expiredCount", "1");
            if (isNextRun) { // what is known of an earlier run says the same
                first.enqueue("a", "another");
            }
            followers.stepAll();
            assertThat(first.meta("b")).containsEntry("status", "CANCELLED");
            over = Instant.ofEpochMilli(first.now() + 1_000);
        }

        first.enqueue("c", "c1", "c2");
        enqueue(first, "d", List.of(new After(null, new GroupId("c"), When.SUCCEEDED)), "d1");
        service.cancel(first.queue().name(), JobName.parse("c#c1"));
        run(first);
        followers.stepAll();
        assertThat(first.meta("c")).containsEntry("status", "COMPLETED");
        assertThat(first.meta("d")).containsEntry("status", "CANCELLED");
    }

    /** Each later chunk of a stream held the running group again. */
    @Test
    void whatARunWasToldBeforeHoldsItNotAnew() {
        Instant start = Instant.ofEpochMilli(first.now() + 60_000);
        String after = afters.resolve(first.queue().name(), new GroupId("b"), List.of(After.of("a")));
        first.enqueue("a", "a1");
        chunk(after, start, "b1");
        run(first);
        followers.stepAll();
        Schedules.of(first.queue()).reschedule(new GroupId("b"), null);
        chunk(after, start, "b2");
        assertThat(run(first)).containsExactly("b1", "b2");
        assertThat(waiting()).isZero();
        chunk(after, start.plusSeconds(1), "b3");
        assertThat(run(first)).as("another time counts").isEmpty();
        Groups.of(first.queue()).seal(new GroupId("b"));
        Schedules.of(first.queue()).reschedule(new GroupId("b"), null);
        assertThat(run(first)).containsExactly("b3");

        chunk(after, start, "b4");
        assertThat(run(first)).as("and all of it does for the next run").isEmpty();
        Accounting.prove(first);
    }

    private void chunk(String after, Instant startAt, String id) {
        first.enqueue(TestQueue.batch("b", null, false, List.of(id))
                .with(EnqueueBatch.Given.NOTHING.after(after).startingAt(startAt)));
    }

    @Test
    void aLongChainIsNoCycle() {
        first.enqueue("link-0", "j0");
        for (int link = 1; link < 1_200; link++) { // from its end, so that no submit has to follow it
            first.enqueue(
                    TestQueue.batch("link-" + link, null, true, List.of("j" + link)).with(EnqueueBatch.Given.NOTHING
                            .after(first.queue().name() + ";link-" + (link - 1) + ";ALWAYS;1")));
        }
        enqueue(first, "behind", List.of(After.of("link-1199")), "z");
        followers.stepAll();
        assertThat(first.meta("behind")).containsEntry("status", "CREATED");
        assertThat(first.meta("link-600")).containsEntry("status", "CREATED").containsKey("after");
        assertThat(waiting()).isEqualTo(1_200);
        for (int link = 0; link < 5; link++) {
            assertThat(run(first)).containsExactly("j" + link);
            followers.stepAll();
        }
    }

    /** The whole chain behind each of its groups was followed once a second. */
    @Test
    void aTurnReadsEachGroupOfAChainOnce() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue queue = TestQueue.on(redis);
            Queues alone = new Queues(Map.of(queue.queue().name(), queue.queue()));
            Followers following = new Followers(alone.all(), alone,
                    new GroupService(alone, new ResultAggregators(List.of())));
            queue.enqueue("link-0", "j0");
            for (int link = 1; link <= 200; link++) {
                queue.enqueue(TestQueue.batch("link-" + link, null, true, List.of("j" + link)).with(
                        EnqueueBatch.Given.NOTHING.after(queue.queue().name() + ";link-" + (link - 1) + ";ALWAYS;1")));
            }
            assertThat(redis.costOf(following::stepAll).commands()).isBetween(200L, 300L);
        }
    }

    @Test
    void groupsThatWouldWaitForThemselvesAreRefused() {
        first.enqueue("a", "a1");
        enqueue(first, "b", List.of(After.of("a")), "b1");
        enqueue(other, "c", List.of(new After(first.queue().name(), new GroupId("b"), When.ALWAYS)), "c1");
        assertThatThrownBy(() -> enqueue(first, "a",
                List.of(new After(other.queue().name(), new GroupId("c"), When.ALWAYS)), "a2"))
                .isInstanceOf(CyclicAfterException.class)
                .hasMessageContaining("group a of queue");
        assertThatThrownBy(() -> enqueue(first, "x", List.of(After.of("x")), "x1"))
                .isInstanceOf(CyclicAfterException.class);
        assertThat(first.meta("a")).containsEntry("totalJobs", "1");
    }

    @Test
    void aCycleOfTwoSubmitsAtOnceIsFoundLaterAndOneIsCancelled() {
        String onB = afters.resolve(first.queue().name(), new GroupId("a"), List.of(After.of("b")));
        enqueue(first, "b", List.of(After.of("a")), "b1");
        first.enqueue(TestQueue.batch("a", null, true, List.of("a1"))
                .with(EnqueueBatch.Given.NOTHING.after(onB)));

        followers.stepAll();

        followers.stepAll();
        assertThat(run(first)).hasSize(1);
        Accounting.prove(first);
    }

    @Test
    void aPauseAndAWaitCombineAndAReplayedSubmitHoldsNothingAnew() {
        first.enqueue("a", "a1");
        enqueue(first, "b", List.of(After.of("a")), "b1");
        Groups.of(first.queue()).pause(new GroupId("b"), "look", "anna");
        run(first);
        followers.stepAll();
        assertThat(run(first)).isEmpty();
        enqueue(first, "b", List.of(After.of("nobody")), "b1");
        Groups.of(first.queue()).resume(new GroupId("b"));
        assertThat(run(first)).containsExactly("b1");
        Accounting.prove(first);
    }

    @Test
    void aCancelledWaiterIsForgottenAndItsNextRunIsFree() {
        first.enqueue("a", "a1");
        enqueue(first, "b", List.of(After.of("a")), "b1");
        service.cancel(first.queue().name(), new GroupId("b"), "no longer wanted");
        followers.stepAll();
        assertThat(waiting()).isZero();
        first.enqueue("b", "b1");
        assertThat(run(first)).containsExactlyInAnyOrder("a1", "b1");
        Accounting.prove(first);
    }

    private void enqueue(TestQueue queue, String group, List<After> after, String... ids) {
        String runs = afters.resolve(queue.queue().name(), new GroupId(group), after);
        queue.enqueue(TestQueue.batch(group, null, true, List.of(ids)).with(EnqueueBatch.Given.NOTHING.after(runs)));
    }

    private long waiting() {
        return first.redis().read(commands -> commands.zcard(first.redis().keys().afterGroups()));
    }

    private String hold(String group) {
        return String.valueOf(Groups.of(first.queue()).state(new GroupId(group)).orElseThrow().hold());
    }

    /** Everything that may run now. @return ids */
    private static List<String> run(TestQueue queue) {
        queue.fetch(100);
        List<ClaimedJob> jobs = queue.claim(100);
        queue.complete(jobs);
        return jobs.stream().map(job -> job.id().value()).toList();
    }
}
