package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.GroupEndedException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.Hold;
import io.bulkaction.Rescheduling;
import io.bulkaction.internal.run.GroupState;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Schedules;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups that may not be served although they have jobs: scheduled for later, or paused. */
class HoldIT {

    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final TestQueue test = TestQueue.with();
    private final Groups groups = Groups.of(test.queue());

    @AfterEach
    void theBooksAreRight() {
        Accounting.prove(test);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "t/a"})
    void nothingStartsBeforeItsTimeAndAllDoesThen(String group) {
        enqueue(group, test.now() + HOUR, "1", "2", "3");
        assertThat(test.fetch(10).waitFor()).as("what is held keeps no fetcher awake").isEmpty();
        assertThat(test.dispatch(10).waitFor()).contains(Duration.ofHours(1));
        assertThat(hold(group)).extracting(Hold::reason, Hold::until)
                .containsExactly(Hold.Reason.SCHEDULED, Instant.ofEpochMilli(test.now() + HOUR));

        test.advance(HOUR - 1);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).isEmpty();

        test.advance(1);
        assertThat(test.dispatch(10).released()).isEqualTo(1);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1", "2", "3");
        assertThat(groups.state(new GroupId(group)).orElseThrow().hold()).isNull();
        assertThat(test.meta(group)).doesNotContainKeys("startAt", "parked");
    }

    @Test
    void aTimeThatIsOverHoldsNothing() {
        enqueue("a", test.now(), "1");
        assertThat(test.meta("a")).doesNotContainKey("startAt");
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1");
    }

    @Test
    void theTimeChangesWithAnotherSubmitAndNotWithOneThatWasSentBefore() {
        enqueue("a", test.now() + HOUR, "1");
        enqueue("a", test.now() + 2 * HOUR, "1");
        assertThat(hold("a").until()).isEqualTo(Instant.ofEpochMilli(test.now() + HOUR));
        enqueue("a", test.now() + 2 * HOUR, "2");
        assertThat(hold("a").until()).isEqualTo(Instant.ofEpochMilli(test.now() + 2 * HOUR));
        test.enqueue("a", "3"); // says nothing of a time
        assertThat(hold("a").until()).isEqualTo(Instant.ofEpochMilli(test.now() + 2 * HOUR));
        enqueue("a", test.now(), "4");
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1", "2", "3", "4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "t/a"})
    void aPersonChangesTheTimeOrTakesItAway(String group) {
        Instant later = Instant.ofEpochMilli(test.now() + 2 * HOUR);
        enqueue(group, test.now() + HOUR, "1");
        assertThat(reschedule(group, later)).isEqualTo(new Rescheduling(true, later));
        assertThat(reschedule(group, later)).isEqualTo(new Rescheduling(false, later));
        assertThat(test.dispatch(10).waitFor()).contains(Duration.ofHours(2));
        test.advance(HOUR);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).isEmpty();

        assertThat(reschedule(group, null)).isEqualTo(new Rescheduling(true, null));
        assertThat(reschedule(group, Instant.ofEpochMilli(test.now() - HOUR))).isEqualTo(new Rescheduling(false, null));
        assertThat(test.meta(group)).doesNotContainKeys("startAt", "parked");
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1");
    }

    /** It waited for its turn with nothing, and still did when its run had ended. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "t/a"})
    void aGroupOfWhichNothingWaitsTakesNoTurnAfterItsHold(String group) {
        test.enqueue(group, "1");
        test.fetch(10);
        ClaimedJob running = test.claimOne();
        pause(group);
        groups.resume(new GroupId(group));
        test.completeForAggregator(running);
        assertThat(test.meta(group)).containsEntry("status", "AGGREGATING");
        Accounting.prove(test);
    }

    @Test
    void aRunThatHasBegunIsHeldUntilTheNewTimeAndAnEndedOneIsNot() {
        test.enqueue("a", "1", "2");
        test.fetch(1);
        ClaimedJob running = test.claimOne();
        Instant later = Instant.ofEpochMilli(test.now() + HOUR);
        assertThat(reschedule("a", later).changed()).isTrue();
        test.complete(running);
        test.fetch(10);
        assertThat(test.ready()).isEmpty();
        groups.pause(new GroupId("a"), "r", "anna");
        assertThat(reschedule("a", null).changed()).as("the pause still holds it").isTrue();
        test.fetch(10);
        assertThat(test.ready()).isEmpty();
        groups.resume(new GroupId("a"));
        test.fetch(10);
        test.complete(test.claimOne());

        assertThatThrownBy(() -> reschedule("a", later)).isInstanceOf(GroupEndedException.class);
        assertThat(Schedules.of(test.queue()).reschedule(new GroupId("nobody"), later)).isEmpty();
    }

    @Test
    void aTimeIsThatOfTheClockOfRedisWhereverItJumps() {
        enqueue("a", test.now() + HOUR, "1");
        test.advance(-HOUR);
        assertThat(test.dispatch(10).waitFor()).contains(Duration.ofHours(2));
        test.fetch(10);
        assertThat(test.ready()).as("a jump back shortens no time that a person has given").isEmpty();
        test.advance(2 * HOUR);
        test.dispatch(10);
        test.advance(-HOUR);
        test.fetch(10);
        assertThat(test.ready()).as("what has begun is not held again").containsExactly("1");
    }

    @Test
    void itsWaitingBeginsWhenTheHoldEnds() {
        enqueue("held", test.now() + HOUR, "h1");
        test.advance(HOUR - 1_000);
        test.enqueue("other", "o1");
        test.advance(1_000);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("o1", "h1");
    }

    @Test
    void aPausedGroupStartsNothingAndWhatItHasInReadyGoesBackInOrder() {
        test.enqueue("a", "1", "2", "3", "4");
        test.enqueue("b", "b1");
        test.fetch(3); // two of a, one of b
        pause("a");
        assertThat(test.claim(10)).extracting(job -> job.id().value()).containsExactly("b1");
        test.fetch(10);
        assertThat(test.ready()).isEmpty();
        assertThat(hold("a"))
                .isEqualTo(new Hold(Hold.Reason.PAUSED, null, Instant.ofEpochMilli(test.now()), "r", "anna"));
        test.advance(100 * HOUR);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).isEmpty();

        assertThat(groups.resume(new GroupId("a"))).contains(true);
        assertThat(groups.resume(new GroupId("a"))).contains(false);
        assertThat(runAll()).containsExactly("1", "2", "3", "4");
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").doesNotContainKey("draining");
    }

    @Test
    void newLimitsOfAPausedGroupStartNothingOfIt() {
        test.enqueue("a", "1", "2");
        test.fetch(2);
        pause("a");
        groups.limit(new GroupId("a"), new GroupLimits(0.0, null, 2.0));
        EnqueueBatch batch = TestQueue.batch("a", null, true, List.of("3"));
        test.enqueue(new EnqueueBatch(batch.group(), "TEST", true,
                new EnqueueBatch.Given(null, null, new GroupLimits(0.0, 0), null, null), null, batch.by(),
                batch.jobs()));
        assertThat(test.claim(10)).isEmpty();

        groups.resume(new GroupId("a"));
        assertThat(runAll()).containsExactly("1", "2", "3");
    }

    @Test
    void whatIsStillInReadyAfterAPauseStartsBehindWhatCameBackAlsoWithNewLimits() {
        test.enqueue("a", "1", "2", "3", "4");
        test.fetch(4);
        pause("a");
        assertThat(test.partition().ready().claim(1).jobs()).isEmpty(); // 1 goes back
        groups.resume(new GroupId("a"));
        groups.limit(new GroupId("a"), new GroupLimits(0.0, null, 2.0));
        assertThat(runAll()).containsExactly("1", "2", "3", "4");
    }

    @Test
    void whatIsStillInReadyAfterAPauseStartsBehindWhatCameBack() {
        test.enqueue("a", "1", "2", "3", "4");
        test.fetch(4);
        pause("a");
        assertThat(test.partition().ready().claim(1).jobs()).isEmpty(); // 1 goes back
        groups.resume(new GroupId("a"));
        assertThat(runAll()).containsExactly("1", "2", "3", "4");
    }

    @Test
    void aClaimThatIsUndoneAfterAPauseStartsBehindWhatCameBackToo() {
        test.enqueue("a", "1", "2", "3", "4");
        test.fetch(4);
        List<ClaimedJob> claimed = test.claim(2);
        pause("a");
        test.release(claimed.get(0), true);
        groups.resume(new GroupId("a"));

        test.release(claimed.get(1), false);

        assertThat(test.meta("a")).containsEntry("draining", "3");
        assertThat(test.partition().ready().claim(2).jobs()).as("1 comes before 2 and 3").isEmpty();
        assertThat(test.partition().ready().claim(2).jobs()).as("and before 4").isEmpty();
        assertThat(runAll()).containsExactly("1", "2", "3", "4");
        assertThat(test.meta("a")).doesNotContainKey("draining");
    }

    @Test
    void aClaimThatIsGivenBackDuringAPauseStartsAfterIt() {
        test.enqueue("a", "1", "2");
        test.fetch(10);
        ClaimedJob claimed = test.claimOne();
        pause("a");
        test.release(claimed, false);
        assertThat(test.claim(10)).isEmpty();
        groups.resume(new GroupId("a"));
        assertThat(runAll()).containsExactly("1", "2");
    }

    @Test
    void whatComesBackDuringAPauseWaits() {
        test.enqueue("a", "1", "2", "3", "4");
        test.fetch(10);
        List<ClaimedJob> claimed = test.claim(4);
        pause("a");
        test.retry(claimed.get(0), Duration.ofSeconds(1));
        test.throttle(claimed.get(1), Duration.ofSeconds(1));
        test.release(claimed.get(2), true);
        test.advance(HOUR);
        test.recover(10);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).isEmpty();
        assertThat(hold("a").reason()).isEqualTo(Hold.Reason.PAUSED);
        groups.resume(new GroupId("a"));
        assertThat(runAll()).containsExactly("1", "2", "3", "4");
    }

    @Test
    void reasonsCombine() {
        enqueue("a", test.now() + HOUR, "1");
        pause("a");
        test.advance(HOUR);
        assertThat(test.dispatch(10).released()).isZero();
        groups.resume(new GroupId("a"));
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1");

        enqueue("b", test.now() + HOUR, "2");
        pause("b");
        groups.resume(new GroupId("b"));
        assertThat(hold("b").reason()).isEqualTo(Hold.Reason.SCHEDULED);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1");
    }

    @Test
    void aGroupThatIsParkedForAnotherReasonIsAfterwardsAgain() {
        test.enqueue(TestQueue.batch("a", null, true, List.of("1", "2"))
                .with(new GroupLimits(null, 1)));
        test.fetch(10);
        test.fetch(10);
        assertThat(test.meta("a")).containsEntry("parked", "concurrency");
        pause("a");
        groups.resume(new GroupId("a"));
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1");
        assertThat(test.meta("a")).containsEntry("parked", "concurrency");
        test.advance(1_000);
        assertThat(runAll()).containsExactly("1", "2");
    }

    @Test
    void aPauseEndsWithItsRun() {
        test.enqueue("a", "1");
        test.fetch(10);
        ClaimedJob job = test.claimOne();
        pause("a");
        test.complete(job);
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED");
        assertThat(groups.state(new GroupId("a")).map(GroupState::hold)).isEmpty();
        assertThatThrownBy(() -> pause("a")).isInstanceOf(GroupEndedException.class);
        test.enqueue("a", "2");
        test.fetch(10);
        assertThat(test.ready()).containsExactly("2");
    }

    @Test
    void aRunThatGoesOnAfterItsEndIsStillPaused() {
        test.enqueue(TestQueue.batch("a", null, true, List.of("1")));
        test.fetch(10);
        ClaimedJob job = test.claimOne();
        pause("a");
        test.fail(job);
        new Verbs(test).retryDead(List.of("1"));
        test.fetch(10);
        assertThat(test.ready()).isEmpty();
        assertThat(hold("a").reason()).isEqualTo(Hold.Reason.PAUSED);

        test.enqueue("b", "2");
        test.fetch(10);
        job = test.claimOne();
        pause("b");
        test.completeForAggregator(job);
        assertThat(test.meta("b")).containsEntry("status", "AGGREGATING");
        test.enqueue("b", "3");
        test.fetch(10);
        assertThat(test.ready()).isEmpty();
        assertThat(hold("b").reason()).isEqualTo(Hold.Reason.PAUSED);
    }

    @Test
    void aHeldGroupIsCancelledAsEveryOther() {
        enqueue("a", test.now() + HOUR, "1", "2");
        test.enqueue("b", "3", "4");
        test.fetch(1);
        pause("b");
        for (String group : List.of("a", "b")) {
            new Verbs(test).cancel(group, 10, List.of());
            assertThat(test.meta(group)).containsEntry("status", "CANCELLED");
        }
        assertThat(test.contents()).doesNotContainKeys("held-groups", "limited-groups");
        assertThatThrownBy(() -> pause("a")).isInstanceOf(GroupEndedException.class);
    }

    @Test
    void anUnknownGroupIsNeitherPausedNorResumed() {
        assertThat(groups.pause(new GroupId("nobody"), "r", "anna")).isEqualTo(Optional.empty());
        assertThat(groups.resume(new GroupId("nobody"))).isEqualTo(Optional.empty());
    }

    private void enqueue(String group, long startAt, String... ids) {
        test.enqueue(TestQueue.batch(group, null, true, List.of(ids))
                .with(EnqueueBatch.Given.NOTHING.startingAt(Instant.ofEpochMilli(startAt))));
    }

    private Rescheduling reschedule(String group, Instant startAt) {
        return Schedules.of(test.queue()).reschedule(new GroupId(group), startAt).orElseThrow();
    }

    private void pause(String group) {
        assertThat(groups.pause(new GroupId(group), "r", "anna").orElseThrow().changed()).isTrue();
    }

    private Hold hold(String group) {
        return groups.state(new GroupId(group)).orElseThrow().hold();
    }

    /** Serves and runs until nothing is left to do. */
    private List<String> runAll() {
        List<String> started = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            test.dispatch(100);
            test.fetch(100);
            List<ClaimedJob> claimed = test.claim(100);
            claimed.forEach(job -> started.add(job.id().value()));
            test.complete(claimed);
            test.advance(20);
        }
        return started;
    }
}
