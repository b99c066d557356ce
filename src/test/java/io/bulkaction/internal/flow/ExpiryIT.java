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
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
        assertThat(sweep()).as("bounded steps").isBetween(3, 10);
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").containsEntry("expiredCount", "601");
        assertThat(test.dispatch(10).waitFor()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"retry", "throttle", "release", "undo", "recover"})
    void anAttemptThatEndsAfterTheTimeIsTheLast(String how) {
        enqueue("a", job("1", HOUR));
        test.fetch(10);
        ClaimedJob job = test.claimOne();
        test.advance(2 * HOUR);
        assertThat(sweep()).isEqualTo(1);
        switch (how) {
            case "retry" -> test.retry(job, Duration.ofMinutes(10));
            case "throttle" -> test.throttle(job, Duration.ofMinutes(10));
            case "release" -> test.release(job, true);
            case "undo" -> test.release(job, false);
            default -> test.recover(10);
        }
        assertThat(test.job("1")).containsEntry("status", "EXPIRED");
        assertThat(test.meta("a")).containsEntry("status", "COMPLETED").containsEntry("expiredCount", "1");
    }

    @Test
    void jobsExpireBehindVeryManyOthers() {
        for (int from = 0; from < 3_000; from += 500) {
            int first = from;
            enqueue("a", IntStream.range(first, first + 500)
                    .mapToObj(i -> job("j" + i, i % 333 == 0 ? HOUR : null)).toArray(EnqueueBatch.Entry[]::new));
        }
        enqueue("a", IntStream.range(0, 500)
                .mapToObj(i -> EnqueueBatch.Entry.of(new JobId("s" + i), "{}", new Timing(
                        Instant.ofEpochMilli(test.now() + 5 * HOUR), null,
                        i % 100 == 0 ? Instant.ofEpochMilli(test.now() + HOUR) : null, null)))
                .toArray(EnqueueBatch.Entry[]::new));
        test.fetch(400);
        test.claim(400).forEach(job -> test.release(job, true));
        groups.pause(new GroupId("a"), "r", "anna");
        test.advance(HOUR);

        sweep();

        assertThat(test.meta("a")).containsEntry("expiredCount", "15");
        assertThat(test.job("j2997")).containsEntry("status", "EXPIRED");
        assertThat(test.job("s400")).containsEntry("status", "EXPIRED");
        assertThat(test.contents()).doesNotContainKey("expiring-groups");
    }

    @Test
    void jobsExpireInReadyWhileTheQueueIsPaused() {
        enqueue("a", job("1", HOUR), job("2", null), job("3", HOUR));
        enqueue("b", job("b1", HOUR), job("b2", null));
        test.fetch(5);
        List<ClaimedJob> claimed = test.claim(2);
        test.release(claimed.get(0), false);
        test.release(claimed.get(1), false);
        new Verbs(test).pause("r");
        test.advance(HOUR);

        sweep();

        assertThat(counts("a")).extracting(GroupCounts::expired, GroupCounts::ready).containsExactly(2L, 1L);
        assertThat(counts("b")).extracting(GroupCounts::expired, GroupCounts::ready).containsExactly(1L, 1L);
        assertThat(test.ready()).containsExactlyInAnyOrder("2", "b2");
    }

    /** Of a list that grows at its end and shrinks at its front and in its middle meanwhile. */
    @Test
    void aLookThatTakesManyCallsMissesNothing() {
        Random random = new Random(7);
        AtomicInteger next = new AtomicInteger();
        Supplier<EnqueueBatch.Entry[]> some = () -> IntStream.range(0, 100)
                .mapToObj(i -> job("j" + next.getAndIncrement(), random.nextInt(4) == 0 ? HOUR + random.nextInt(2_000)
                        : null))
                .toArray(EnqueueBatch.Entry[]::new);
        IntStream.range(0, 30).forEach(i -> enqueue("a", some.get()));
        test.advance(HOUR);
        for (int step = 0; step < 40; step++) {
            test.dispatch(100);
            switch (random.nextInt(4)) {
                case 0 -> enqueue("a", some.get());
                case 1 -> groups.cancel(test.name("j" + random.nextInt(next.get())));
                case 2 -> {
                    test.fetch(20);
                    test.complete(test.claim(20));
                }
                default -> test.advance(60);
            }
        }
        test.advance(2 * HOUR);
        sweep();
        assertThat(overdue()).isEmpty();
        assertThat(test.contents()).doesNotContainKey("expiring-groups");
    }

    /** A giant whose jobs expire one after the other is not looked through again and again. */
    @Test
    void aLongLookIsFollowedByALongRest() {
        for (int from = 0; from < 5_000; from += 500) {
            int first = from;
            enqueue("a", IntStream.range(first, first + 500)
                    .mapToObj(i -> job("j" + i, HOUR + 1_000 * i)).toArray(EnqueueBatch.Entry[]::new));
        }
        groups.pause(new GroupId("a"), "r", "anna");
        test.advance(HOUR);
        for (int i = 0; i < 100 && test.meta("a").get("sweepAt") == null; i++) {
            test.dispatch(10);
            test.advance(50);
        }
        assertThat(test.dispatch(10).waitFor().orElseThrow()).isGreaterThan(Duration.ofMillis(400));
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

    /** Dispatches as the dispatcher does until nothing is due; returns how many calls that took. */
    private int sweep() {
        int calls = 0;
        Optional<Duration> wait;
        do {
            wait = test.dispatch(10).waitFor();
            calls++;
            wait.filter(rest -> rest.toMillis() <= 1_000).ifPresent(rest -> test.advance(rest.toMillis()));
        } while (calls < 500 && wait.isPresent() && wait.get().toMillis() <= 1_000);
        return calls;
    }

    private List<String> overdue() {
        return Stream.concat(test.pending("a").stream(), test.ready().stream())
                .filter(id -> Long.parseLong(test.job(id).getOrDefault("expiresAt", "9999999999999")) <= test.now())
                .toList();
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
