package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.GroupEndedException;
import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobNotScheduledException;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.JobView.Place;
import io.bulkaction.Rescheduling;
import io.bulkaction.Timing;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.run.GroupCounts;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.internal.run.JobPage;
import io.bulkaction.internal.run.JobPages;
import io.bulkaction.internal.run.ListedJob;
import io.bulkaction.internal.run.Schedules;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs that are to start later. */
class ScheduledJobsIT {

    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final TestQueue test = TestQueue.with();

    @AfterEach
    void theBooksAreRight() {
        Accounting.prove(test);
    }

    @Test
    void eachJobStartsAtItsTimeAndNeverEarlier() {
        enqueue("a", job("late", 2 * HOUR), job("now", 0), job("soon", HOUR), job("over", -HOUR));
        assertThat(counts("a")).extracting(GroupCounts::total, GroupCounts::pending, GroupCounts::scheduled)
                .containsExactly(4L, 2L, 2L);
        assertThat(test.job("over")).doesNotContainKey("runAt");
        assertThat(test.fetch(10).waitFor()).isEmpty();
        assertThat(test.ready()).containsExactly("now", "over");
        assertThat(test.dispatch(10).waitFor()).contains(Duration.ofHours(1));
        JobView soon = JobLookup.of(test.queue()).find(test.name("soon")).orElseThrow();
        assertThat(soon).extracting(JobView::status, JobView::place, JobView::waitReason, JobView::until)
                .containsExactly(JobStatus.WAITING, Place.SCHEDULED, WaitReason.SCHEDULED,
                        Instant.ofEpochMilli(test.now() + HOUR));

        test.advance(HOUR - 1);
        assertThat(test.dispatch(10).moved()).isZero();
        test.advance(1);
        assertThat(test.dispatch(10).moved()).isEqualTo(1);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("now", "over", "soon");
        assertThat(test.dispatch(10).waitFor()).contains(Duration.ofHours(1));
        test.advance(HOUR);
        test.dispatch(10);
        test.fetch(10);
        test.complete(test.claim(10));
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").containsEntry("successCount", "4");
    }

    @Test
    void aDelayCountsFromTheSubmitAndAJobThatIsSentAgainKeepsItsTime() {
        EnqueueBatch.Entry job = EnqueueBatch.Entry.of(new JobId("1"), "{}", new Timing(null, Duration.ofHours(1)));
        enqueue("a", job);
        test.advance(HOUR / 2);
        enqueue("a", job);
        assertThat(test.dispatch(10).waitFor()).contains(Duration.ofMinutes(30));
        assertThat(test.meta("a")).containsEntry("scheduled", "1");
    }

    @Test
    void aPersonChangesTheTimeOfAJobUntilItHasCome() {
        enqueue("a", job("1", HOUR), job("2", 2 * HOUR), job("3", 0));
        Instant soon = Instant.ofEpochMilli(test.now() + HOUR / 2);
        assertThat(reschedule("2", soon)).isEqualTo(new Rescheduling(true, soon));
        assertThat(reschedule("2", soon)).isEqualTo(new Rescheduling(false, soon));
        assertThat(test.dispatch(10).waitFor()).contains(Duration.ofMinutes(30));
        assertThat(reschedule("1", Instant.ofEpochMilli(test.now() - HOUR))).isEqualTo(new Rescheduling(true, null));
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("3", "1");
        assertThat(counts("a").scheduled()).isEqualTo(1);

        for (String started : List.of("1", "3")) {
            assertThatThrownBy(() -> reschedule(started, soon)).isInstanceOf(JobNotScheduledException.class);
        }
        assertThat(Schedules.of(test.queue()).reschedule(JobName.parse("a#9"), soon)).isEmpty();
        test.advance(HOUR / 2);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("3", "1", "2");
    }

    @Test
    void aJobOfAGroupThatIsBeingCancelledIsNotRescheduled() {
        enqueue("a", job("1", HOUR), job("2", HOUR), job("3", HOUR));
        new Verbs(test).cancel("a", 1, List.of());
        assertThatThrownBy(() -> reschedule("3", null)).isInstanceOf(GroupEndedException.class);
        assertThat(test.contents()).doesNotContainKey("scheduled-groups");
        new Verbs(test).cancel("a", 10, List.of());
    }

    @Test
    void aClockThatJumpsMakesNoJobEarlyByItself() {
        enqueue("a", job("1", HOUR));
        test.advance(-HOUR);
        assertThat(test.dispatch(10)).returns(0, NonReadyQueue.Dispatched::moved);
        test.advance(2 * HOUR);
        assertThat(test.dispatch(10).moved()).isEqualTo(1);
        test.advance(-HOUR);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1");
    }

    @Test
    void whatIsDueOfAHeldGroupWaitsForTheGroup() {
        enqueue("a", job("1", HOUR));
        Groups.of(test.queue()).pause(new GroupId("a"), "r", "anna");
        test.advance(HOUR);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).isEmpty();
        Groups.of(test.queue()).resume(new GroupId("a"));
        test.fetch(10);
        assertThat(test.ready()).containsExactly("1");
    }

    @Test
    void manyAreMovedInBoundedNumbers() {
        for (int group = 0; group < 60; group++) {
            int of = group;
            enqueue("g" + group, IntStream.range(0, 5).mapToObj(i -> job("j" + of + "-" + i, HOUR))
                    .toArray(EnqueueBatch.Entry[]::new));
        }
        test.advance(HOUR);
        int calls = 0;
        NonReadyQueue.Dispatched dispatched;
        do {
            dispatched = test.dispatch(100);
            assertThat(dispatched.moved()).isBetween(1, 100);
            calls++;
        } while (dispatched.waitFor().isPresent());
        assertThat(calls).isEqualTo(3);
        test.fetch(1_000);
        assertThat(test.partition().ready().claim(1_000).jobs()).isNotEmpty();
    }

    @Test
    void aGroupThatWasIdleWaitsFromTheTimeOfItsJobOn() {
        test.enqueue("old", "0");
        test.fetch(10);
        test.complete(test.claim(10));
        enqueue("old", job("1", HOUR));
        test.advance(HOUR - 1);
        test.enqueue("other", "o");
        test.advance(1);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("o", "1");
    }

    @Test
    void scheduledJobsAreCancelledWithTheirGroup() {
        enqueue("a", job("1", HOUR), job("2", HOUR), job("3", 0));
        assertThat(new Verbs(test).cancel("a", 2, List.of()).number("pending")).isEqualTo(1);
        assertThat(new Verbs(test).cancel("a", 2, List.of()).number("pending")).isZero();
        assertThat(test.meta("a")).containsEntry("status", "CANCELLED").containsEntry("cancelledCount", "3");
        enqueue("a", job("1", HOUR));
        assertThat(test.meta("a")).containsEntry("run", "2").containsEntry("scheduled", "1");
    }

    private EnqueueBatch.Entry job(String id, long inMillis) {
        return EnqueueBatch.Entry.of(
                new JobId(id), "{}", new Timing(Instant.ofEpochMilli(test.now() + inMillis), null));
    }

    @Test
    void scheduledJobsAreListedAsWaitingBehindThoseThatWaitForARetry() {
        enqueue("a", job("late", 3 * HOUR), job("r1", 0), job("soon", HOUR), job("next", 2 * HOUR), job("r2", 0));
        enqueue("b", job("other", HOUR));
        test.fetch(10);
        test.claim(10).forEach(job -> new TestWorker(test.queue()).retry(job, Duration.ofMinutes(1)));

        for (int limit = 1; limit <= 6; limit++) {
            List<ListedJob> found = new ArrayList<>();
            String cursor = null;
            do {
                JobPage page = JobPages.of(test.queue(), new GroupId("a")).page(JobStatus.WAITING, cursor, limit)
                        .orElseThrow();
                assertThat(page.jobs()).hasSizeLessThanOrEqualTo(limit);
                found.addAll(page.jobs());
                cursor = page.cursor();
            } while (cursor != null);
            assertThat(found).extracting(job -> job.id().value()).as("by %s", limit)
                    .containsExactly("r1", "r2", "soon", "next", "late");
            assertThat(found.getLast().until()).isEqualTo(Instant.ofEpochMilli(test.now() + 3 * HOUR));
        }
    }

    private void enqueue(String group, EnqueueBatch.Entry... jobs) {
        test.enqueue(EnqueueBatch.of(new GroupId(group), "TEST", List.of(jobs)));
    }

    private Rescheduling reschedule(String id, Instant runAt) {
        return Schedules.of(test.queue()).reschedule(JobName.parse("a#" + id), runAt).orElseThrow();
    }

    private Groups groups() {
        return Groups.of(test.queue());
    }

    private GroupCounts counts(String group) {
        return Groups.of(test.queue()).state(new GroupId(group)).orElseThrow().counts();
    }
}
