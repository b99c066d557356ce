package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Recent;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class GroupProgressTest {

    private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");

    @Test
    void writesTheFieldsThatUsersRelyOn() {
        GroupProgress progress = progress(counts(8, 2), recent(3, 1, 1), START.plusSeconds(4), null, true, false);
        assertThat(JsonMapper.builder().build().writeValueAsString(progress)).isEqualTo(
                """
                        {"queue":"default","groupId":"a","run":3,"status":"RUNNING","priorityLevel":"HIGH",\
                        "sealed":true,"totalJobs":8,\
                        "doneJobs":2,"successCount":2,"failedCount":0,"cancelledCount":0,"resolvedCount":0,"expiredCount":0,"pending":6,\
                        "ready":0,"nonReady":0,"inFlight":0,"scheduled":0,"percent":25.0,"createdAt":"2027-01-01T00:00:00Z",\
                        "startedAt":"2027-01-01T00:00:00Z","finishedAt":null,"jobsPerSecond":0.5,"etaSeconds":12,"share":0.5,"hold":null,"owner":null,"labels":{}}""");
    }

    @Test
    void isAtOneHundredPercentOnlyWhenAllIsDone() {
        assertThat(percent(1_000_000, 999_999)).isEqualTo(99.9);
        assertThat(percent(3, 1)).isEqualTo(33.3);
        assertThat(percent(3, 3)).isEqualTo(100);
        assertThat(percent(0, 0)).isZero();
    }

    @Test
    void showsTheRateOfTheLastSecondsWhileItRuns() {
        assertThat(rate(recent(20, 40, 40, 40, 40, 40, 40, 40, 40, 40, 40), START.plusMillis(20_500)))
                .as("nine seconds and a half").isCloseTo(400 / 9.5, within(0.01));
        assertThat(rate(recent(20, 40), START.plusSeconds(25))).as("it was slow before").isCloseTo(40 / 9.0,
                within(0.01));
    }

    @Test
    void hasNoRateWhenNothingEndedInTheLastSecondsAndNothingRuns() {
        assertThat(rate(recent(20, 40), START.plusSeconds(29))).isPositive();
        assertThat(rate(recent(20, 40), START.plusSeconds(30))).isZero();
    }

    @Test
    void hasALowRateWhileSlowJobsRun() {
        assertThat(rate(recent(20, 4), 5, START.plusSeconds(60))).as("what it was").isCloseTo(4 / 40.0, within(0.01));
        assertThat(rate(recent(20, 400), 5, START.plusSeconds(71))).as("if all that run ended now")
                .isCloseTo(5 / 50.0, within(0.01));
    }

    @Test
    void showsTheMeanWhileTheRunIsYoung() {
        assertThat(rate(Recent.NONE, START.plusSeconds(5))).isZero();
        assertThat(rate(recent(4, 5, 5), START.plusMillis(5_000))).isEqualTo(2);
        assertThat(rate(recent(0, 1), START.plusMillis(1))).as("not a thousand").isEqualTo(5);
    }

    @Test
    void countsNothingOfTheRunBefore() {
        assertThat(rate(recent(1, 10, 0, 99), START.plusSeconds(2))).isEqualTo(5);
    }

    @Test
    void showsItsShareOfWhatEndedInTheQueueUntilItHasEnded() {
        Instant now = START.plusSeconds(4);
        assertThat(progress(counts(8, 2), recent(3, 1, 1), now, null, true, false).share()).isEqualTo(0.5);
        assertThat(progress(counts(8, 2), recent(-60, 9), now, null, true, false).share()).isZero();
        assertThat(progress(counts(2, 2), recent(3, 1, 1), now, now, true, false).share()).isNull();
    }

    @Test
    void showsTheRateOfTheWholeRunOnceItHasEnded() {
        GroupProgress ended =
                progress(counts(100, 100), recent(10, 40), START.plusSeconds(900), START.plusSeconds(20), true,
                        false);
        assertThat(ended.jobsPerSecond()).isEqualTo(5);
        assertThat(ended.etaSeconds()).isZero();
    }

    @Test
    void showsNoEtaWhereItCannotBeKnown() {
        Recent pace = recent(10, 50);
        Instant now = START.plusSeconds(10);
        assertThat(progress(counts(100, 50), pace, now, null, true, false).etaSeconds()).isEqualTo(9);
        assertThat(progress(counts(100, 50), pace, now, null, false, false).etaSeconds()).as("not sealed").isNull();
        assertThat(progress(counts(100, 50), pace, now, null, true, true).etaSeconds()).as("paused").isNull();
        Recent none = Recent.NONE;
        assertThat(progress(counts(100, 0), none, now, null, true, false).etaSeconds()).as("no job done").isNull();
    }

    private static double percent(long total, long done) {
        return progress(counts(total, done), Recent.NONE, START, null, true, false).percent();
    }

    private static double rate(Recent recent, Instant now) {
        return rate(recent, 0, now);
    }

    private static double rate(Recent recent, long running, Instant now) {
        GroupCounts counts = new GroupCounts(1_000, 100, 100, 0, 0, 0, 900 - running, 0, 0, running, 0, 0);
        return progress(counts, recent, now, null, true, false).jobsPerSecond();
    }

    /** @param second after the start, in which the first of the counts ended; the others in those before */
    private static Recent recent(int second, long... counts) {
        return new Recent(START.getEpochSecond() + second, LongStream.of(counts).boxed().toList());
    }

    private static GroupCounts counts(long total, long done) {
        return new GroupCounts(total, done, done, 0, 0, 0, total - done, 0, 0, 0, 0, 0);
    }

    private static GroupProgress progress(
            GroupCounts counts,
            Recent recent,
            Instant now,
            @Nullable Instant finishedAt,
            boolean sealed,
            boolean paused) {
        GroupStatus status = finishedAt == null ? GroupStatus.RUNNING : GroupStatus.COMPLETED;
        return new GroupState(
                new GroupId("a"), 3, 0, status, PriorityLevel.HIGH, sealed, false, counts, recent, recent(3, 4), START,
                START,
                finishedAt, null, null, null, null, Optional.empty(), Map.of(), now, paused, null)
                .toProgress(new QueueName("default"));
    }
}
