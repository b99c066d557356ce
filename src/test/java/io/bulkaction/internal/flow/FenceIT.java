package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.WaitReason;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Notes;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said late, twice or by somebody who was given up changes nothing. */
class FenceIT {

    private static final JobError ERROR = new JobError("E", "no", "");

    private final TestQueue test = TestQueue.with();
    private final Verbs verbs = new Verbs(test);

    enum Word {
        COMPLETE, RETRY, THROTTLE, FAIL, RELEASE_STARTED, RELEASE_UNSTARTED;

        InFlight.Acknowledged say(TestQueue test, ClaimedJob... jobs) {
            InFlight inFlight = test.partition().inFlight();
            Stream<ClaimedJob> all = Stream.of(jobs);
            return switch (this) {
                case COMPLETE -> test.complete(jobs);
                case RETRY -> inFlight.retry(all.map(job -> retry(job, WaitReason.RETRY)).toList());
                case THROTTLE -> inFlight.retry(all.map(job -> retry(job, WaitReason.THROTTLED)).toList());
                case FAIL -> inFlight.fail(all.map(job -> new InFlight.Failure(job, ERROR)).toList());
                case RELEASE_STARTED -> inFlight.release(all.map(job -> new InFlight.Release(job, true)).toList());
                case RELEASE_UNSTARTED -> inFlight.release(all.map(job -> new InFlight.Release(job, false)).toList());
            };
        }

        private static InFlight.Retry retry(ClaimedJob job, WaitReason reason) {
            return new InFlight.Retry(job, Duration.ofSeconds(1), reason, ERROR);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sayingTheSameTwiceChangesNothingAndIsNoFence(Word word) {
        ClaimedJob job = claimed();
        assertThat(word.say(test, job).applied()).isEqualTo(1);
        Map<String, String> before = test.contents();
        test.advance(10);
        InFlight.Acknowledged again = word.say(test, job);
        assertThat(again.applied()).isZero();
        assertThat(again.fenced()).isZero();
        assertThat(test.contents()).isEqualTo(before);
        Accounting.prove(test);
    }

    /** None of the batch was told of, if only one of its jobs had been taken over. */
    @Test
    void whoFailsJobsIsToldWhichAreDeadLetters() {
        test.enqueue("a", "a1", "a2", "a3", "a4");
        test.fetch(4);
        List<ClaimedJob> jobs = test.claim(4);
        test.complete(jobs.get(1));
        Groups.of(test.queue()).cancel(jobs.get(2).name());
        List<String> dead = new ArrayList<>();
        List<InFlight.Failure> failures = jobs.stream().map(job -> new InFlight.Failure(job, ERROR)).toList();

        InFlight.Acknowledged answer =
                test.partition().inFlight().fail(failures, i -> dead.add(failures.get(i).job().id().value()));

        assertThat(answer.fenced()).isEqualTo(1);
        assertThat(dead).containsExactly("a1", "a4");
        test.partition().inFlight().fail(failures, i -> dead.add(failures.get(i).job().id().value()));
        assertThat(dead).as("whose answer was lost").containsExactly("a1", "a4", "a1", "a4");
        Accounting.prove(test);
    }

    @ParameterizedTest
    @EnumSource
    void sayingTheSameTwiceInOneBatchCountsOnce(Word word) {
        ClaimedJob job = claimed();
        assertThat(word.say(test, job, job).applied()).isEqualTo(1);
        Accounting.prove(test);
    }

    @ParameterizedTest
    @EnumSource
    void aJobThatWasRecoveredAndClaimedAgainIsOutOfReachOfItsOldInstance(Word word) {
        ClaimedJob old = claimed();
        test.advance(30_001);
        test.recover(10);
        Map<String, String> waiting = test.contents();
        assertThat(word.say(test, old).applied()).as("while it waits").isZero();
        assertThat(test.contents()).isEqualTo(waiting);
        test.fetch(10);
        ClaimedJob current = test.claimOne();
        assertThat(current.job().attempt()).isEqualTo(2);
        Map<String, String> running = test.contents();
        InFlight.Acknowledged zombie = word.say(test, old);
        assertThat(zombie.applied()).isZero();
        assertThat(zombie.fenced()).isEqualTo(1);
        assertThat(test.partition().inFlight().extend(List.of(old, current))).containsExactly(old);
        assertThat(without(test.contents(), "in-flight")).isEqualTo(without(running, "in-flight"));
        assertThat(test.complete(current).applied()).isEqualTo(1);
        Accounting.prove(test);
    }

    @ParameterizedTest
    @EnumSource
    void aJobThatEndedOneWayDoesNotEndAnother(Word first) {
        ClaimedJob job = claimed();
        first.say(test, job);
        Map<String, String> before = test.contents();
        for (Word other : Word.values()) {
            assertThat(other.say(test, job).applied()).isZero();
        }
        assertThat(test.contents()).isEqualTo(before);
    }

    @Test
    void aJobNobodyKnowsIsFenced() {
        ClaimedJob job = claimed();
        test.complete(job);
        test.advance(test.redis().settings().retention().completedJobs().toMillis());
        assertThat(CompletedJobs.of(test.queue()).expire(1)).isEqualTo(1);
        for (Word word : Word.values()) {
            assertThat(word.say(test, job).fenced()).isEqualTo(1);
        }
    }

    @Test
    void extendingTwiceIsExtendingOnceAndTellsWhatIsLost() {
        ClaimedJob job = claimed();
        test.advance(10_000);
        assertThat(test.partition().inFlight().extend(List.of(job))).isEmpty();
        Map<String, String> before = test.contents();
        assertThat(test.partition().inFlight().extend(List.of(job))).isEmpty();
        assertThat(test.contents()).isEqualTo(before);
        test.advance(20_001);
        assertThat(test.recover(10).recovered()).isZero();
        test.complete(job);
        assertThat(test.partition().inFlight().extend(List.of(job))).containsExactly(job);
    }

    @Test
    void recoveringTwiceRecoversOnce() {
        claimed();
        test.advance(30_001);
        assertThat(test.recover(10).recovered()).isEqualTo(1);
        unchanged(() -> assertThat(test.recover(10).recovered()).isZero());
        Accounting.prove(test);
    }

    @Test
    void aCodeThatLooksLikeTheExampleOfAnotherBreaksNoFailure() {
        test.enqueue("a", "a1", "a2");
        test.fetch(2);
        for (ClaimedJob job : test.claim(2)) {
            JobError error = new JobError(job.id().value().equals("a1") ? "E" : "example:E", "no", "");
            assertThat(test.partition().inFlight().fail(List.of(new InFlight.Failure(job, error))).applied())
                    .isEqualTo(1);
        }
        Accounting.prove(test);
        assertThat(verbs.retryDead(List.of("a1", "a2")).size()).isEqualTo(2);
        Accounting.prove(test);
    }

    @Test
    void aJobThatKillsItsInstancesFailsAfterAFew() {
        test.enqueue("a", "a1");
        test.fetch(1);
        for (int life = 0; life < 4; life++) {
            test.fetch(10);
            assertThat(test.claim(1)).hasSize(1);
            test.advance(30_001);
            test.recover(10);
        }
        assertThat(test.job("a1")).containsEntry("status", "FAILED").containsEntry("errorCode", "POISON");
        Accounting.prove(test);
    }

    @Test
    void whatPeopleSayTwiceHappensOnce() {
        verbs.pause("first");
        unchanged(() -> assertThat(verbs.pause("second").text("reason")).isEqualTo("first"));
        verbs.resume();
        unchanged(() -> assertThat(verbs.resume().flag("changed")).isFalse());

        ClaimedJob job = claimed();
        test.fail(job);
        assertThat(verbs.retryDead(List.of("a1")).size()).isEqualTo(1);
        unchanged(() -> assertThat(verbs.retryDead(List.of("a1")).size()).isZero());
        unchanged(() -> assertThat(verbs.skip(List.of("a1")).size()).isZero());
        test.fetch(10);
        test.fail(test.claimOne());
        assertThat(verbs.skip(List.of("a1")).size()).isEqualTo(1);
        unchanged(() -> assertThat(verbs.skip(List.of("a1")).size()).isZero());
        Accounting.prove(test);
    }

    @Test
    void aRunIsFinalizedOnceAndForgottenOnce() {
        test.completeForAggregator(claimed());
        assertThat(verbs.finalizeRun("a", "1", "1").text("answer")).isEqualTo("finalized");
        unchanged(() -> assertThat(verbs.finalizeRun("a", "1", "1").text("answer")).isEqualTo("stale"));
        unchanged(() -> assertThat(verbs.finalizeRun("a", "2", "1").text("answer")).isEqualTo("stale"));
        unchanged(() -> assertThat(verbs.cancel("a", 10, List.of()).text("answer")).isEqualTo("finished"));
        Notes noted = Groups.of(test.queue()).noted();
        noted.removeEvents(noted.takeEvents(test.partition(), 10, Duration.ofSeconds(1)));
        test.advance(Duration.ofDays(8).toMillis());
        assertThat(verbs.forget(10).number("looked_at")).isEqualTo(1);
        unchanged(() -> assertThat(verbs.forget(10).number("looked_at")).isZero());
        assertThat(CompletedJobs.of(test.queue()).expire(10)).isEqualTo(1);
        unchanged(() -> assertThat(CompletedJobs.of(test.queue()).expire(10)).isZero());
        Accounting.prove(test);
    }

    @Test
    void aStepOfACancellationSentAgainCancelsNothingTwice() {
        test.enqueue("a", "a1", "a2", "a3");
        test.fetch(2);
        ClaimedJob running = test.claimOne();
        verbs.cancel("a", 10, List.of());
        Map<String, String> before = test.contents();
        verbs.cancel("a", 10, List.of("a1", "a2", "a3"));
        assertThat(test.contents()).isEqualTo(before);
        test.complete(running);
        assertThat(test.meta("a")).containsEntry("cancelledCount", "2").containsEntry("successCount", "1");
        Accounting.prove(test);
    }

    /** A submitter may cancel, and must not be able to stop the queue by it. */
    @ParameterizedTest
    @EnumSource
    void whateverAJobOfACancelledGroupAnswersButSuccessItIsCancelledAndNothingIsPaused(Word word) {
        TestQueue pausing = TestQueue.with("on-final-failure", "pause");
        pausing.enqueue("a", "a1");
        pausing.fetch(1);
        ClaimedJob job = pausing.claimOne();
        new Verbs(pausing).cancel("a", 10, List.of());
        InFlight.Acknowledged answer = word.say(pausing, job);
        assertThat(answer.runEnded()).isTrue();
        assertThat(pausing.meta("a")).containsEntry("status", "CANCELLED");
        assertThat(answer.fenced()).isZero();
        assertThat(word.say(pausing, job).fenced()).as("said again").isZero();

        boolean success = word == Word.COMPLETE;
        assertThat(pausing.job("a1")).containsEntry("status", success ? "COMPLETED" : "CANCELLED");
        assertThat(pausing.meta("a"))
                .containsEntry(success ? "successCount" : "cancelledCount", "1")
                .containsEntry("failedCount", "0");
        assertThat(pausing.contents()).doesNotContainKeys("state", "dead-letter-queue", "non-ready-queue");
        Accounting.prove(pausing);
    }

    /** Attempt numbers begin at 1 again, so they cannot tell the two lives of the id apart. */
    @ParameterizedTest
    @EnumSource
    void aJobSubmittedAgainUnderTheSameIdIsOutOfReachOfWhoRanTheCancelledOne(Word word) {
        ClaimedJob old = claimed();
        verbs.cancel("a", 10, List.of());
        test.advance(30_001);
        test.recover(10);
        test.enqueue("b", "a1");
        test.fetch(1);
        ClaimedJob current = Queue.on(test.redis()).home().ready().claim(1).jobs().getFirst();
        assertThat(current.job().attempt()).isEqualTo(old.job().attempt());

        unchanged(() -> assertThat(word.say(test, old))
                .isEqualTo(new InFlight.Acknowledged(0, 1, false)));
        unchanged(() -> assertThat(test.partition().inFlight().extend(List.of(old))).containsExactly(old));
        assertThat(test.complete(current).applied()).isEqualTo(1);
        unchanged(() -> assertThat(word.say(test, old).fenced()).as("after the new one has ended").isEqualTo(1));
        assertThat(test.meta("a")).containsEntry("cancelledCount", "1").containsEntry("successCount", "0");
        assertThat(test.meta("b")).containsEntry("successCount", "1").containsEntry("running", "0");
        Accounting.prove(test);
    }

    @ParameterizedTest
    @EnumSource
    void whatAnEarlierLifeSaidIsNoReplayOfWhatTheNextOneSays(Word word) {
        ClaimedJob old = claimed();
        verbs.cancel("a", 10, List.of());
        test.advance(30_001);
        test.recover(10);
        test.enqueue("b", "a1");
        test.fetch(1);
        word.say(test, test.claimOne());
        unchanged(() -> assertThat(word.say(test, old))
                .isEqualTo(new InFlight.Acknowledged(0, 1, false)));
        Accounting.prove(test);
    }

    private ClaimedJob claimed() {
        test.enqueue("a", "a1");
        test.fetch(1);
        return test.claimOne();
    }

    private void unchanged(Runnable call) {
        Map<String, String> before = test.contents();
        test.advance(1);
        call.run();
        assertThat(test.contents()).isEqualTo(before);
    }

    private static Map<String, String> without(Map<String, String> contents, String key) {
        Map<String, String> rest = new TreeMap<>(contents);
        rest.remove(key);
        return rest;
    }
}
