package io.bulkaction.internal.operate.recur;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ticks on days on which clocks change, leap days, and expressions as people write them. */
class ScheduleTest {

    private static final String BERLIN = "Europe/Berlin";

    @Test
    void aTimeThatTheDaySkipsIsMadeUpForAfterTheJump() {
        // Berlin 2027-03-28: 02:00 becomes 03:00
        assertThat(ticks("30 2 * * *", BERLIN, "2027-03-27T00:00+01:00", 3)).containsExactly(
                "2027-03-27T02:30+01:00", "2027-03-28T03:30+02:00", "2027-03-29T02:30+02:00");
    }

    @Test
    void aTimeThatComesTwiceRunsOnce() {
        // Berlin 2027-10-31: 03:00 becomes 02:00
        assertThat(ticks("30 2 * * *", BERLIN, "2027-10-30T00:00+02:00", 3)).containsExactly(
                "2027-10-30T02:30+02:00", "2027-10-31T02:30+02:00", "2027-11-01T02:30+01:00");
    }

    @Test
    void everyHalfHourRunsThroughBothChangesWithoutAGapOrADouble() {
        assertThat(ticks("*/30 * * * *", BERLIN, "2027-03-28T01:29+01:00", 4)).containsExactly(
                "2027-03-28T01:30+01:00", "2027-03-28T03:00+02:00", "2027-03-28T03:30+02:00", "2027-03-28T04:00+02:00");
        assertThat(ticks("*/30 * * * *", BERLIN, "2027-10-31T01:59+02:00", 6)).containsExactly(
                "2027-10-31T02:00+02:00", "2027-10-31T02:30+02:00", "2027-10-31T02:00+01:00", "2027-10-31T02:30+01:00",
                "2027-10-31T03:00+01:00", "2027-10-31T03:30+01:00");
    }

    @Test
    void everyHourBetweenNamedOnesKeepsToTheWall() {
        assertThat(ticks("0 1-4 * * *", BERLIN, "2027-03-28T00:30+01:00", 4)).containsExactly(
                "2027-03-28T01:00+01:00", "2027-03-28T03:00+02:00", "2027-03-28T04:00+02:00", "2027-03-29T01:00+02:00");
        assertThat(ticks("0 1-4 * * *", BERLIN, "2027-10-31T00:30+02:00", 4)).containsExactly(
                "2027-10-31T01:00+02:00", "2027-10-31T02:00+02:00", "2027-10-31T03:00+01:00", "2027-10-31T04:00+01:00");
    }

    @Test
    void aSearchThatBeginsInTheSecondOfTwoHoursGoesForward() {
        assertThat(ticks("30 2 * * *", BERLIN, "2027-10-31T02:10+01:00", 1))
                .containsExactly("2027-11-01T02:30+01:00");
    }

    @Test
    void midnightThatDoesNotExistComesAnHourLater() {
        // Beirut has changed at midnight
        assertThat(ticks("@daily", "Asia/Beirut", "2026-03-28T12:00+02:00", 1))
                .containsExactly("2026-03-29T01:00+03:00");
    }

    @Test
    void leapDaysComeInLeapYearsOnly() {
        assertThat(ticks("0 9 29 2 *", "Asia/Seoul", "2026-01-01T00:00+09:00", 2)).containsExactly(
                "2028-02-29T09:00+09:00", "2032-02-29T09:00+09:00");
        assertThat(ticks("0 0 9 L 2 *", "Asia/Seoul", "2026-01-01T00:00+09:00", 3)).containsExactly(
                "2026-02-28T09:00+09:00", "2027-02-28T09:00+09:00", "2028-02-29T09:00+09:00");
    }

    @Test
    void aDayThatNeverComesHasNoTick() {
        assertThat(Schedule.of("0 0 30 2 *", ZoneId.of("UTC")).next(Instant.EPOCH)).isEmpty();
    }

    @Test
    void theLastTickBeforeAMomentIsFoundHoweverLongAgoTheFirstWas() {
        Schedule schedule = Schedule.of("0 3 * * *", ZoneId.of("Asia/Seoul"));
        Instant first = Instant.parse("2020-01-01T18:00:00Z");
        assertThat(schedule.last(first, Instant.parse("2026-11-18T17:59:59Z"))).isEqualTo("2026-11-17T18:00:00Z");
        assertThat(schedule.last(first, Instant.parse("2026-11-18T18:00:00Z"))).isEqualTo("2026-11-18T18:00:00Z");
        assertThat(schedule.last(first, first)).isEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "* * *", "61 * * * *", "0 25 * * *", "* * * * * * *", "@often"})
    void whatIsNoCronExpressionIsRefused(String text) {
        assertThatThrownBy(() -> Schedule.of(text, ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> ticks(String cron, String zone, String after, int count) {
        Schedule schedule = Schedule.of(cron, ZoneId.of(zone));
        List<String> ticks = new ArrayList<>();
        Instant at = ZonedDateTime.parse(after).toInstant();
        while (ticks.size() < count) {
            at = schedule.next(at).orElseThrow();
            ticks.add(at.atZone(ZoneId.of(zone)).toOffsetDateTime().toString());
        }
        return ticks;
    }
}
