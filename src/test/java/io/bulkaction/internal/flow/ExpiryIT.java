package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.JobView.Place;
import io.bulkaction.Timing;
import io.bulkaction.internal.run.GroupCounts;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What has not started in time never runs. */
class ExpiryIT {

    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final TestQueue test = TestQueue.with();
    private final Groups groups = Groups.of(test.queue());

    @AfterEach
    void theBooksAreRight() {
        Accounting.prove(test);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClaimGivesNothingAwayThatIsTooLate(boolean early) {
        enqueue("a", job("1", HOUR), job("2", 2 * HOUR), job("3", 0));
        if (!early) {
            test.fetch(10);
        }
        test.advance(HOUR);
        List<ClaimedJob> claimed = early
                ? test.partition().fairQueue().fetchLater(10, 100, 10, true).join().claimed().jobs()
                : List.of();
        assertThat(claimed).isEmpty(); // those that are plain are behind one that is not
        assertThat(test.claim(10)).extracting(job -> job.id().value()).containsExactly("2");
        assertThat(test.job("1")).containsEntry("status", "EXPIRED").doesNotContainKey("payload");
        assertThat(counts("a")).extracting(GroupCounts::expired, GroupCounts::done).containsExactly(2L, 2L);
        JobView view = JobLookup.of(test.queue()).find(test.name("1")).orElseThrow();
        assertThat(view).extracting(JobView::status, JobView::place).containsExactly(JobStatus.EXPIRED, Place.FINISHED);
    }

    @Test
    void whatStartedInTimeGoesOnToItsEnd() {
        enqueue("a", job("1", HOUR));
        test.fetch(10);
        ClaimedJob job = test.claimOne();
        test.advance(2 * HOUR);
        test.dispatch(10);
        test.complete(job);
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").containsEntry("successCount", "1");
        assertThat(test.contents()).doesNotContainKeys("expiring-groups", "group:a:expiries");
    }

    @Test
    void aRetryThatWouldBeTooLateIsNone() {
        enqueue("a", job("1", HOUR), job("2", HOUR));
        test.fetch(10);
        List<ClaimedJob> jobs = test.claim(10);
        test.retry(jobs.get(0), Duration.ofMinutes(59));
        test.retry(jobs.get(1), Duration.ofMinutes(60));
        assertThat(test.job("1")).containsEntry("status", "WAITING");
        assertThat(test.job("2")).containsEntry("status", "EXPIRED").containsEntry("errorCode", "E");
        assertThat(test.retry(jobs.get(1), Duration.ofMinutes(60)).fenced()).as("sent again").isZero();
        assertThat(test.meta("a")).containsEntry("expiredCount", "1").containsEntry("failedCount", "0");
        test.advance(2 * HOUR);
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.claim(10)).isEmpty();
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").containsEntry("expiredCount", "2");
    }

    @Test
    void aGroupPastItsExpiryEndsAlthoughNobodyServesIt() {
        EnqueueBatch.Entry[] many =
                IntStream.range(0, 600).mapToObj(i -> job("j" + i, null)).toArray(EnqueueBatch.Entry[]::new);
        Instant end = Instant.ofEpochMilli(test.now() + HOUR);
        test.enqueue(EnqueueBatch.of(new GroupId("a"), "TEST", List.of(many))
                .with(EnqueueBatch.Given.NOTHING.expiringAt(end)));
        test.enqueue(EnqueueBatch.of(new GroupId("a"), "TEST", List.of(later("s", 2 * HOUR)))
                .with(EnqueueBatch.Given.NOTHING.expiringAt(end)));
        groups.pause(new GroupId("a"), "r", "anna");
        assertThat(test.dispatch(10).waitFor()).contains(Duration.ofHours(1));
        test.advance(HOUR);
        int calls = 0;
        while (test.dispatch(10).expired() > 0) {
            calls++;
        }
        assertThat(calls).as("bounded steps").isEqualTo(3);
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").containsEntry("expiredCount", "601");
        assertThat(test.dispatch(10).waitFor()).isEmpty();
    }

    @Test
    void theEarlierOfTheTimesOfARequestAndAJobCounts() {
        test.enqueue(EnqueueBatch.of(new GroupId("a"), "TEST", List.of(job("1", HOUR), job("2", 3 * HOUR)))
                .with(EnqueueBatch.Given.NOTHING.expiringAt(Instant.ofEpochMilli(test.now() + 2 * HOUR))));
        assertThat(test.job("1")).containsEntry("expiresAt", Long.toString(test.now() + HOUR));
        assertThat(test.job("2")).containsEntry("expiresAt", Long.toString(test.now() + 2 * HOUR));
        test.enqueue(EnqueueBatch.of(new GroupId("a"), "TEST", List.of(EnqueueBatch.Entry.of(
                new JobId("3"), "{}", new Timing(null, null, null, Duration.ofMinutes(5))))));
        assertThat(test.job("3")).containsEntry("expiresAt", Long.toString(test.now() + HOUR / 12));
    }

    @Test
    void anExpiredIdMayBeSubmittedAgainAndARetryByAPersonRuns() {
        enqueue("a", job("1", HOUR), job("2", HOUR));
        test.fetch(1);
        test.fail(test.claimOne());
        test.advance(HOUR);
        test.dispatch(10);
        assertThat(test.meta("a")).containsEntry("status", "FAILED").containsEntry("expiredCount", "1");
        new Verbs(test).retryDead(List.of("1"));
        test.fetch(10);
        test.complete(test.claim(10));
        assertThat(test.meta("a")).containsEntry("successCount", "1").containsEntry("expiredCount", "1");
        assertThat(test.enqueue("a", "2").accepted()).isEqualTo(1);
        test.fetch(10);
        assertThat(test.claim(10)).hasSize(1);
    }

    private EnqueueBatch.Entry job(String id, Number inMillis) {
        Instant end = inMillis == null ? null : Instant.ofEpochMilli(test.now() + inMillis.longValue());
        return EnqueueBatch.Entry.of(new JobId(id), "{}", new Timing(null, null, end, null));
    }

    private EnqueueBatch.Entry later(String id, long inMillis) {
        return EnqueueBatch.Entry.of(
                new JobId(id), "{}", new Timing(Instant.ofEpochMilli(test.now() + inMillis), null));
    }

    private void enqueue(String group, EnqueueBatch.Entry... jobs) {
        test.enqueue(EnqueueBatch.of(new GroupId(group), "TEST", List.of(jobs)));
    }

    private GroupCounts counts(String group) {
        return groups.state(new GroupId(group)).orElseThrow().counts();
    }
}
