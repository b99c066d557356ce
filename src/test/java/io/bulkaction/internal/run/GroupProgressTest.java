package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class GroupProgressTest {

    private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");

    @Test
    void writesTheFieldsThatUsersRelyOn() {
        GroupProgress progress = progress(counts(8, 2), pace(0.5, 3, 1), START.plusSeconds(4), null, true, false);
        assertThat(JsonMapper.builder().build().writeValueAsString(progress)).isEqualTo("""
                {"queue":"default","groupId":"a","run":3,"status":"RUNNING","priorityLevel":"HIGH","totalJobs":8,\
                "doneJobs":2,"successCount":2,"failedCount":0,"cancelledCount":0,"resolvedCount":0,"pending":6,\
                "ready":0,"nonReady":0,"inFlight":0,"percent":25.0,"createdAt":"2027-01-01T00:00:00Z",\
                "startedAt":"2027-01-01T00:00:00Z","finishedAt":null,"jobsPerSecond":0.5,"etaSeconds":12}""");
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
        assertThat(rate(100, pace(40, 10, 90), START.plusMillis(10_500))).isEqualTo(40);
        assertThat(rate(100, pace(40, 10, 60), START.plusMillis(11_000))).as("41 would be possible").isEqualTo(40);
        assertThat(rate(100, pace(40, 10, 90), START.plusMillis(12_000))).as("it slows down").isEqualTo(5.5);
        assertThat(rate(100, pace(0.1, 10, 100), START.plusMillis(18_000))).as("slow jobs").isEqualTo(0.1);
        assertThat(rate(100, pace(40, 10, 100), START.plusSeconds(1_010))).as("nothing ends any more").isZero();
    }

    @Test
    void showsTheMeanBeforeTheFirstStepIsOver() {
        assertThat(rate(0, new GroupPace(0, Instant.EPOCH, 0), START.plusSeconds(5))).isZero();
        assertThat(rate(10, pace(0, 5, 10), START.plusMillis(5_000))).isEqualTo(2);
    }

    @Test
    void showsTheRateOfTheWholeRunOnceItHasEnded() {
        GroupProgress ended =
                progress(counts(100, 100), pace(40, 10, 60), START.plusSeconds(900), START.plusSeconds(20), true,
                        false);
        assertThat(ended.jobsPerSecond()).isEqualTo(5);
        assertThat(ended.etaSeconds()).isZero();
    }

    @Test
    void showsNoEtaWhereItCannotBeKnown() {
        GroupPace pace = pace(10, 10, 40);
        Instant now = START.plusMillis(10_500);
        assertThat(progress(counts(100, 50), pace, now, null, true, false).etaSeconds()).isEqualTo(5);
        assertThat(progress(counts(100, 50), pace, now, null, false, false).etaSeconds()).as("not sealed").isNull();
        assertThat(progress(counts(100, 50), pace, now, null, true, true).etaSeconds()).as("paused").isNull();
        GroupPace none = new GroupPace(0, Instant.EPOCH, 0);
        assertThat(progress(counts(100, 0), none, now, null, true, false).etaSeconds()).as("no job done").isNull();
    }

    private static double percent(long total, long done) {
        return progress(counts(total, done), pace(0, 0, 0), START, null, true, false).percent();
    }

    private static double rate(long done, GroupPace pace, Instant now) {
        return progress(counts(1_000, done), pace, now, null, true, false).jobsPerSecond();
    }

    private static GroupPace pace(double rate, int stepStart, long stepDone) {
        return new GroupPace(rate, START.plusSeconds(stepStart), stepDone);
    }

    private static GroupCounts counts(long total, long done) {
        return new GroupCounts(total, done, done, 0, 0, 0, total - done, 0, 0, 0);
    }

    private static GroupProgress progress(
            GroupCounts counts,
            GroupPace pace,
            Instant now,
            @Nullable Instant finishedAt,
            boolean sealed,
            boolean paused) {
        GroupStatus status = finishedAt == null ? GroupStatus.RUNNING : GroupStatus.COMPLETED;
        return new GroupState(
                new GroupId("a"), 3, 0, status, PriorityLevel.HIGH, sealed, false, counts, pace, START, START,
                finishedAt, null, null, null, now, paused)
                .toProgress(new QueueName("default"));
    }
}
