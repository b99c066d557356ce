package io.bulkaction.internal.run;

import static io.bulkaction.testing.TestQueue.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.GroupCancellingException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.JobId;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.run.Groups.Sealing;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupsIT {

    private static final GroupId A = new GroupId("a");
    private static final GroupId B = new GroupId("b");

    private final TestQueue test = TestQueue.with();
    private final Groups groups = Groups.of(test.queue());
    private final TestWorker worker = new TestWorker(test.queue());

    @Test
    void stateCountsEveryPlaceOnce() {
        test.enqueue(batch("a", null, true, ids("a", 10)));
        test.partition().fairQueue().fetch(7, 100);
        List<ClaimedJob> jobs = test.partition().ready().claim(5).jobs().stream().toList();
        worker.complete(jobs.subList(0, 1));
        worker.fail(jobs.get(1), "BROKEN");
        worker.retry(jobs.get(2), Duration.ofSeconds(5));

        assertThat(state(A).counts()).as(test::dump)
                .isEqualTo(new GroupCounts(10, 2, 1, 1, 0, 0, 3, 2, 1, 2, 0, 0))
                .extracting(GroupStatesIT::unaccounted).isEqualTo(0L);
        worker.skip("a-1");
        assertThat(state(A).counts().resolved()).isEqualTo(1);
        assertThat(GroupStatesIT.unaccounted(state(A).counts())).isZero();
        assertThat(groups.states(List.of(B, A))).extracting(GroupState::group).containsExactly(A);
    }

    @Test
    void statesOfVeryManyGroupsComeInTheOrderAskedFor() {
        List<GroupId> many = IntStream.range(0, 450).mapToObj(i -> new GroupId("g" + i)).toList();
        many.forEach(group -> test.enqueue(group.value(), "job-" + group.value()));

        assertThat(groups.states(many)).extracting(GroupState::group).isEqualTo(many);
        assertThat(groups.states(List.of())).isEmpty();
    }

    @Test
    void aRunEndsOnlyWhenItIsSealed() {
        test.enqueue(batch("a", null, false, List.of("a1")));
        worker.completeAll();
        assertThat(state(A).status()).isEqualTo(GroupStatus.RUNNING);
        test.enqueue(batch("a", null, false, List.of("a2")));
        worker.completeAll();
        assertThat(state(A).status()).isEqualTo(GroupStatus.RUNNING);

        assertThat(groups.seal(A)).isEqualTo(Sealing.SEALED);
        assertThat(state(A).status()).isEqualTo(GroupStatus.COMPLETED);
        assertThat(groups.seal(A)).isEqualTo(Sealing.FINISHED);
        assertThat(groups.seal(B)).isEqualTo(Sealing.MISSING);
    }

    @Test
    void sendingAnOpenChunkAgainDoesNotOpenASealedRun() {
        test.enqueue(batch("a", null, false, List.of("a1")));
        test.enqueue(batch("a", null, true, List.of("a2")));
        test.enqueue(batch("a", null, false, List.of("a1")));
        worker.completeAll();
        assertThat(state(A).status()).isEqualTo(GroupStatus.COMPLETED);

        test.enqueue(batch("a", null, false, List.of("a1")));
        test.enqueue(batch("a", null, true, List.of("a2")));
        assertThat(state(A).status()).isEqualTo(GroupStatus.COMPLETED);
        assertThat(state(A).ending()).isEqualTo(1);
    }

    @Test
    void runsWithoutSealAreFoundByTheirLastAddition() {
        test.enqueue(batch("a", null, false, List.of("a1")));
        test.advance(1_000);
        test.enqueue(batch("b", null, false, List.of("b1")));
        assertThat(groups.unsealedFor(Duration.ofMillis(1_000), 10)).containsExactly(A);
        test.enqueue(batch("a", null, false, List.of("a2")));
        assertThat(groups.unsealedFor(Duration.ofMillis(1_000), 10)).isEmpty();
        test.advance(1_000);
        assertThat(groups.unsealedFor(Duration.ofMillis(1_000), 10)).containsExactlyInAnyOrder(A, B);
        groups.seal(A);
        cancelToEnd(B);
        assertThat(groups.unsealedFor(Duration.ZERO, 10)).isEmpty();
    }

    @Test
    void everyGroupIsInTheSetOfItsStatusAlone() {
        assertThat(statusesOf(A)).isEmpty();
        test.enqueue("a", "a1", "a2");
        assertThat(statusesOf(A)).containsExactly(GroupStatus.CREATED);
        worker.fetch();
        assertThat(statusesOf(A)).containsExactly(GroupStatus.CREATED);
        List<ClaimedJob> jobs = worker.claim(2);
        assertThat(statusesOf(A)).containsExactly(GroupStatus.RUNNING);
        worker.complete(jobs.getFirst(), Duration.ofMillis(3), "1");
        worker.fail(jobs.get(1), "BROKEN");
        assertThat(statusesOf(A)).containsExactly(GroupStatus.AGGREGATING);
        test.enqueue("a", "a3");
        assertThat(statusesOf(A)).containsExactly(GroupStatus.RUNNING);
        worker.completeAll();
        end(A, GroupStatus.FAILED);
        assertThat(statusesOf(A)).containsExactly(GroupStatus.FAILED);
        assertThat(groups.perStatus()).containsEntry(GroupStatus.FAILED, 1L).containsEntry(GroupStatus.RUNNING, 0L);
        worker.retryDead("a2");
        assertThat(statusesOf(A)).containsExactly(GroupStatus.RUNNING);
        worker.completeAll();
        end(A, GroupStatus.COMPLETED);
        test.enqueue("a", "a4");
        assertThat(statusesOf(A)).containsExactly(GroupStatus.CREATED);
        worker.claim(1);
        groups.cancel(A, "enough", null, List.of());
        assertThat(statusesOf(A)).containsExactly(GroupStatus.CANCELLING);
    }

    @Test
    void aCancelledRunTakesNoJobsUntilItHasItsResult() {
        test.enqueue("a", "a1", "a2");
        ClaimedJob running = worker.claim(1).getFirst();
        CancelStep step = cancelToEnd(A);
        assertThat(step.cancelled()).isEqualTo(1);
        assertThat(step.running()).isEqualTo(1);
        assertRefused("a", "a3");

        worker.complete(running, Duration.ofMillis(3), "1");
        assertThat(state(A)).returns(GroupStatus.AGGREGATING, GroupState::status).returns(true, GroupState::cancelled);
        assertRefused("a", "a3");
        end(A, GroupStatus.CANCELLED);
        assertThat(test.enqueue("a", "a2", "a3").run()).isEqualTo(2);
        assertThat(state(A).counts().total()).as("a cancelled job may come again").isEqualTo(2);
    }

    @Test
    void cancelTakesJobsFromEveryPlaceAndFromNoOtherGroup() {
        TestQueue narrow = TestQueue.with();
        TestWorker hands = new TestWorker(narrow.queue());
        narrow.enqueue(EnqueueBatch.of(A, "TEST", batch("a", null, true, ids("a", 20)).jobs())
                .with(new GroupLimits(3.0, null)));
        narrow.enqueue(batch("b", null, true, ids("b", 20)));
        List<ClaimedJob> jobs = hands.claim(3);
        assertThat(jobs).extracting(job -> job.id().value()).containsExactly("a-0", "b-0", "a-1");
        hands.retry(jobs.getFirst(), Duration.ofSeconds(60));
        GroupCounts before = Groups.of(narrow.queue()).state(A).orElseThrow().counts();
        assertThat(before.pending()).isPositive();
        assertThat(before.nonReady()).as("one to be retried").isEqualTo(1);
        assertThat(before.ready()).isEqualTo(1);
        assertThat(before.inFlight()).isEqualTo(1);
        GroupCounts otherBefore = Groups.of(narrow.queue()).state(B).orElseThrow().counts();

        CancelStep step = cancelToEnd(Groups.of(narrow.queue()), A);
        assertThat(step.cancelled()).as(narrow::dump).isEqualTo(19);
        assertThat(Groups.of(narrow.queue()).state(A).orElseThrow().counts())
                .isEqualTo(new GroupCounts(20, 19, 0, 0, 19, 0, 0, 0, 0, 1, 0, 0));
        assertThat(Groups.of(narrow.queue()).state(B).orElseThrow().counts()).isEqualTo(otherBefore);
        assertThat(narrow.ready()).isEqualTo(ids("b", 20).subList(1, 20));
        assertThat(narrow.dump()).contains("cancelling-groups = [a]").doesNotContain("group:a:returned",
                "group:a:jobs");
        assertThat(narrow.job("a-7")).containsEntry("status", "CANCELLED");

        hands.retry(jobs.get(2), Duration.ofSeconds(1));
        assertThat(Groups.of(narrow.queue()).state(A).orElseThrow().counts().cancelled()).isEqualTo(20);
        assertThat(Groups.of(narrow.queue()).state(A).orElseThrow().status()).isEqualTo(GroupStatus.CANCELLED);
        assertThat(narrow.dump()).doesNotContain("cancelling-groups");
    }

    @Test
    void aCancelledJobGivesThePayloadBackAtOnceAndKeepsItsIdAndItsEnd() {
        String payload = "{\"text\":\"" + "x".repeat(10_000) + "\"}";
        List<String> jobs = List.of("waits", "retried", "ready", "runs");
        test.enqueue(EnqueueBatch.of(A, "TEST", List.of("runs", "retried", "ready", "waits").stream()
                .map(id -> new EnqueueBatch.Entry(new JobId(id), payload)).toList()));
        List<ClaimedJob> claimed = worker.claim(2);
        worker.retry(claimed.get(1), Duration.ofSeconds(60));
        test.partition().fairQueue().fetch(1, 100);
        assertThat(jobs).allSatisfy(id -> assertThat(test.job(id).get("payload")).isEqualTo(payload));

        cancelToEnd(A);
        worker.fail(claimed.getFirst(), "BROKEN");

        assertThat(jobs).as(test::dump).allSatisfy(id -> {
            assertThat(test.job(id)).containsEntry("status", "CANCELLED").doesNotContainKey("payload");
            assertThat(bytes(id)).isLessThan(2_000);
            assertThat(JobLookup.of(test.queue()).find(test.name(id)).orElseThrow().payload()).isNull();
        });
        assertThat(test.enqueue("a", "runs").accepted()).as("under the same id again").isEqualTo(1);
    }

    private long bytes(String id) {
        return test.redis().read(commands -> commands.memoryUsage(test.jobKey(test.name(id))));
    }

    @Test
    void cancelLooksAtReadyInPiecesFromItsEnd() {
        TestQueue wide = TestQueue.with("backpressure.ready-queue-max-size", "10000");
        TestWorker hands = new TestWorker(wide.queue());
        for (int from = 0; from < 1_400; from += 700) {
            wide.enqueue(batch("a", null, true, ids("a" + from, 700)));
            wide.enqueue(batch("b", null, true, ids("b" + from, 700)));
        }
        wide.queue().home().fairQueue().fetch(1_000, 10_000);
        wide.queue().home().fairQueue().fetch(1_000, 10_000);
        assertThat(wide.ready()).hasSize(2_000);
        List<String> others = wide.ready().stream().filter(id -> id.startsWith("b")).toList();

        CancelStep step = Groups.of(wide.queue()).cancel(A, "enough", null, List.of());
        int steps = 1;
        while (step.pending() + step.ready() > 0) {
            long ready = step.ready();
            int taken = wide.ready().size();
            if (steps == 2) {
                hands.complete(
                        wide.queue().home().ready().claim(100).jobs().stream().toList());
                ready = state(wide, A).counts().ready();
                taken = wide.ready().size();
            }
            step = Groups.of(wide.queue()).cancel(A, "enough", step, List.of());
            assertThat(taken - wide.ready().size()).isEqualTo(ready - step.ready()).isLessThanOrEqualTo(Groups.STEP);
            steps++;
        }
        assertThat(steps).isBetween(10, 14);
        assertThat(wide.ready()).isEqualTo(others.subList(others.size() - wide.ready().size(), others.size()));
        assertThat(GroupStatesIT.unaccounted(state(wide, A).counts())).isZero();
        assertThat(state(wide, A).status()).isEqualTo(GroupStatus.CANCELLED);
    }

    @Test
    void aLateStepOfACancellationLeavesTheNextRunAlone() {
        test.enqueue("a", "a1");
        CancelStep step = groups.cancel(A, "enough", null, List.of());
        end(A, GroupStatus.CANCELLED);
        test.enqueue("a", "a2");
        assertThat(groups.cancel(A, "enough", step, List.of()).answer()).isEqualTo(CancelStep.Answer.FINISHED);
        assertThat(state(A).status()).isEqualTo(GroupStatus.CREATED);
        assertThat(groups.cancel(B, "enough", null, List.of()).answer()).isEqualTo(CancelStep.Answer.MISSING);
    }

    @Test
    void aResultOfAnEarlierEndingIsRefused() {
        test.enqueue("a", "a1", "a2");
        List<ClaimedJob> jobs = worker.claim(2);
        worker.complete(jobs.getFirst(), Duration.ofMillis(3), "1");
        worker.fail(jobs.get(1), "BROKEN");
        GroupState early = state(A);
        worker.retryDead("a2");
        assertThat(end(early)).as("the run is not over").isFalse();
        worker.fail(worker.claim(1).getFirst(), "OTHER");
        assertThat(state(A).counts()).as("the counts alone do not show it").isEqualTo(early.counts());
        assertThat(end(early)).isFalse();

        GroupState late = state(A);
        worker.skip("a2");
        assertThat(end(late)).as("a dead letter was skipped meanwhile").isFalse();
        assertThat(end(state(A))).isTrue();
        assertThat(end(state(A))).as("there is a result").isFalse();
        assertThat(groups.noted().takeEvents(test.partition(), 10, Duration.ZERO)).extracting(Notes.Note::entry)
                .containsExactly("1 2 a");
    }

    @Test
    void finalizingClearsWhatTheRunNeededAndKeepsItsResult() {
        test.enqueue("a", "a1");
        worker.complete(worker.claim(1).getFirst(), Duration.ofMillis(3), "{}");
        assertThat(groups.results().returned(A, 0, 10)).containsExactly("TEST {}");
        test.advance(7);
        end(A, GroupStatus.COMPLETED);
        assertThat(groups.results().last(A).orElseThrow()).returns(1L, GroupResult::run)
                .returns(GroupStatus.COMPLETED, GroupResult::status);
        assertThat(groups.results().returned(A, 0, 10)).isEmpty();
        assertThat(state(A).finishedAt()).isEqualTo(Instant.ofEpochMilli(TestQueue.START));
        assertThat(test.dump()).contains("finished-groups = [a=" + exponent(TestQueue.START + 7))
                .doesNotContain("aggregating-groups", "congest");
    }

    @Test
    void whatJobsReturnedStaysWhileADeadLetterCanReopenTheRun() {
        test.enqueue("a", "a1", "a2");
        List<ClaimedJob> jobs = worker.claim(2);
        worker.complete(jobs.get(0), Duration.ofMillis(3), "1");
        worker.fail(jobs.get(1), "BROKEN");
        end(A, GroupStatus.FAILED);
        worker.retryDead("a2");
        worker.complete(worker.claim(1).getFirst(), Duration.ofMillis(3), "2");
        assertThat(groups.results().returned(A, 0, 10)).containsExactly("TEST 1", "TEST 2");
        end(A, GroupStatus.COMPLETED);
        assertThat(groups.results().returned(A, 0, 10)).isEmpty();
    }

    @Test
    void resultsOfTheLastRunsAreKept() {
        TestQueue short_ = TestQueue.with("retention.results", "2");
        TestWorker hands = new TestWorker(short_.queue());
        Groups of = Groups.of(short_.queue());
        for (int run = 1; run <= 4; run++) {
            short_.enqueue("a", "a" + run);
            hands.completeAll();
        }
        assertThat(of.results().history(A)).extracting(GroupResult::run).containsExactly(4L, 3L);
    }

    @Test
    void finishedGroupsAreForgottenAfterTheirRetention() {
        test.enqueue("a", "a1");
        worker.completeAll();
        end(A, GroupStatus.COMPLETED);
        groups.noted().removeEvents(groups.noted().takeEvents(test.partition(), 10, Duration.ZERO));
        test.advance(Duration.ofDays(7).toMillis() - 1);
        assertThat(groups.forget(10)).isZero();
        test.advance(1);
        assertThat(groups.forget(10)).isEqualTo(1);
        assertThat(test.dump()).doesNotContain("group:a", "groups:", "finished-groups");
    }

    @Test
    void aGroupIsNotForgottenBeforeItsEndWasAnnounced() {
        test.enqueue(new EnqueueBatch(A, "TEST", true,
                new EnqueueBatch.Given(null, null, GroupLimits.KEEP, "https://host/done", null), null,
                batch("a", null, true, List.of("a1")).jobs()));
        worker.completeAll();
        end(A, GroupStatus.COMPLETED);
        test.advance(Duration.ofDays(7).toMillis());
        groups.forget(10);
        assertThat(groups.results().last(A)).isPresent();
        groups.noted().removeEvents(groups.noted().takeEvents(test.partition(), 10, Duration.ZERO));
        test.advance(Duration.ofDays(7).toMillis());
        groups.forget(10);
        assertThat(groups.results().last(A)).isPresent();
        groups.noted().takeCallbacks(test.partition(), 10, Duration.ZERO, Duration.ofHours(1))
                .forEach(groups.noted()::removeCallback);
        test.advance(Duration.ofDays(7).toMillis());
        groups.forget(10);
        assertThat(groups.state(A)).isEmpty();
    }

    @Test
    void aGroupWithDeadLettersOfAnyRunIsNotForgotten() {
        test.enqueue("a", "a1");
        worker.fail(worker.claim(1).getFirst(), "BROKEN");
        end(A, GroupStatus.FAILED);
        test.enqueue("a", "a2");
        worker.completeAll();
        end(A, GroupStatus.COMPLETED);
        groups.noted().removeEvents(groups.noted().takeEvents(test.partition(), 10, Duration.ZERO));
        test.advance(Duration.ofDays(7).toMillis());
        assertThat(groups.forget(10)).isEqualTo(1);
        assertThat(groups.forget(10)).as("not looked at again at once").isZero();
        assertThat(worker.retryDead("a1")).hasSize(1);
        worker.completeAll();
        end(A, GroupStatus.COMPLETED);
        groups.noted().removeEvents(groups.noted().takeEvents(test.partition(), 10, Duration.ZERO));
        test.advance(Duration.ofDays(7).toMillis());
        groups.forget(10);
        assertThat(groups.state(A)).isEmpty();
    }

    @Test
    void whatIsTakenIsDueAgainAfterTheLeaseUnlessItIsRemoved() {
        test.enqueue("a", "a1");
        worker.complete(worker.claim(1).getFirst(), Duration.ofMillis(3), "1");
        Duration lease = Duration.ofSeconds(10);
        assertThat(groups.results().takeEnded(10, lease)).containsExactly(A);
        assertThat(groups.results().takeEnded(10, lease)).isEmpty();
        test.advance(10_000);
        assertThat(groups.results().takeEnded(10, lease)).containsExactly(A);
        end(A, GroupStatus.COMPLETED);
        test.advance(10_000);
        assertThat(groups.results().takeEnded(10, lease)).isEmpty();

        Notes.Note note = groups.noted().takeEvents(test.partition(), 10, lease).getFirst();
        assertThat(note).returns(A, Notes.Note::group).returns(1L, Notes.Note::run).returns("", Notes.Note::url);
        groups.noted().removeEvents(List.of(note));
        test.advance(10_000);
        assertThat(groups.noted().takeEvents(test.partition(), 10, lease)).isEmpty();
    }

    @Test
    void endsOfRunsAreNotHeldUpByAClockThatWentBack() {
        Duration lease = Duration.ofSeconds(10);
        test.enqueue("a", "a1");
        worker.complete(worker.claim(1).getFirst(), Duration.ofMillis(3), "1");
        test.advance(-3_600_000);
        assertThat(groups.results().takeEnded(10, lease)).containsExactly(A);
        assertThat(groups.results().takeEnded(10, lease)).as("it is leased by the new clock").isEmpty();
        end(A, GroupStatus.COMPLETED);

        test.advance(-3_600_000);

        assertThat(groups.noted().takeEvents(test.partition(), 10, lease)).extracting(Notes.Note::group)
                .containsExactly(A);
        assertThat(groups.noted().takeEvents(test.partition(), 10, lease)).isEmpty();
    }

    @Test
    void aCallbackIsNotedWithTheUrlOfItsRun() {
        test.enqueue(new EnqueueBatch(A, "TEST", true,
                new EnqueueBatch.Given(null, null, GroupLimits.KEEP, "https://host/done?x=1", null), null,
                batch("a", null, true, List.of("a1")).jobs()));
        worker.completeAll();
        end(A, GroupStatus.COMPLETED);
        test.enqueue("a", "a2");
        worker.completeAll();
        end(A, GroupStatus.COMPLETED);

        Notes.Note note = groups.noted()
                .takeCallbacks(test.partition(), 10, Duration.ofSeconds(1), Duration.ofHours(1)).getFirst();
        assertThat(note.url()).isEqualTo("https://host/done?x=1");
        assertThat(note.run()).isEqualTo(1);
        groups.noted().putOffCallback(note, Duration.ofSeconds(5));
        test.advance(4_999);
        assertThat(groups.noted().takeCallbacks(test.partition(), 10, Duration.ofSeconds(1), Duration.ofHours(1)))
                .isEmpty();
        test.advance(1);
        assertThat(groups.noted().takeCallbacks(test.partition(), 10, Duration.ofSeconds(1), Duration.ofHours(1)))
                .hasSize(1);
        groups.noted().removeCallback(note);
        groups.noted().putOffCallback(note, Duration.ofSeconds(5));
        assertThat(test.dump()).as("what is done does not come back").doesNotContain("callbacks");
    }

    private GroupState state(GroupId group) {
        return state(test, group);
    }

    private static GroupState state(TestQueue of, GroupId group) {
        return Groups.of(of.queue()).state(group).orElseThrow(() -> new AssertionError(of.dump()));
    }

    /** As the watcher does where results are to be aggregated; other runs have ended by themselves. */
    private void end(GroupId group, GroupStatus status) {
        if (state(group).status() == GroupStatus.AGGREGATING) {
            assertThat(end(state(group))).as(test::dump).isTrue();
        }
        assertThat(state(group).status()).isEqualTo(status);
    }

    private boolean end(GroupState state) {
        return groups.results().finalize(state, "{}", false);
    }

    private CancelStep cancelToEnd(GroupId group) {
        return cancelToEnd(groups, group);
    }

    private static CancelStep cancelToEnd(Groups groups, GroupId group) {
        CancelStep step = groups.cancel(group, "enough", null, List.of());
        return groups.cancel(group, "enough", step, groups.nonReady(group, "0").jobs());
    }

    private void assertRefused(String group, String id) {
        assertThatThrownBy(() -> test.enqueue(group, id)).isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(GroupCancellingException.class);
    }

    private List<GroupStatus> statusesOf(GroupId group) {
        return Arrays.stream(GroupStatus.values())
                .filter(status -> groups.inStatus(status, 0, 100).contains(group))
                .toList();
    }

    private static String exponent(long number) {
        return Double.toString(number);
    }

    private static List<String> ids(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toList();
    }
}
