package io.bulkaction.internal.operate.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.internal.operate.sending.SendingWindow.Origin;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When sending windows are open: on ordinary days, over midnight, and on days on which clocks are set. */
class OpeningsTest {

    @Test
    void aWindowIsOpenAtItsHoursInItsZone() {
        assertThat(openings(window("Asia/Seoul", "MON-SUN", "08:00-21:00"), "2027-01-15T00:00Z", "2027-01-17T00:00Z"))
                .containsExactly(
                        "2027-01-15T00:00:00Z 2027-01-15T12:00:00Z", // cut off: it has been open since 23:00 the day before
                        "2027-01-15T23:00:00Z 2027-01-16T12:00:00Z",
                        "2027-01-16T23:00:00Z 2027-01-17T00:00:00Z");
    }

    @Test
    void severalHoursOfADayThatTouchAreOne() {
        assertThat(openings(window("UTC", "MON-SUN", "08:00-12:00", "13:00-18:00", "18:00-20:00"), "2027-01-15T00:00Z",
                "2027-01-16T00:00Z")).containsExactly(
                        "2027-01-15T08:00:00Z 2027-01-15T12:00:00Z", "2027-01-15T13:00:00Z 2027-01-15T20:00:00Z");
        assertThat(openings(window("UTC", "MON-SUN", "00:00-24:00"), "2027-01-15T00:00Z", "2027-01-20T00:00Z"))
                .containsExactly("2027-01-15T00:00:00Z 2027-01-20T00:00:00Z");
    }

    @Test
    void hoursOverMidnightBelongToTheDayOnWhichTheyBegin() {
        SendingWindow friday = window("UTC", "FRI", "22:00-02:00"); // the 15th is one
        assertThat(openings(friday, "2027-01-14T00:00Z", "2027-01-18T00:00Z"))
                .containsExactly("2027-01-15T22:00:00Z 2027-01-16T02:00:00Z");
        assertThat(openings(friday, "2027-01-16T01:00Z", "2027-01-18T00:00Z"))
                .containsExactly("2027-01-16T01:00:00Z 2027-01-16T02:00:00Z");
        SendingWindow notThen = new SendingWindow(
                "w", Origin.API, List.of("22:00-02:00"), "UTC", "MON-SUN", List.of(LocalDate.of(2027, 1, 15)));
        assertThat(openings(notThen, "2027-01-15T00:00Z", "2027-01-16T23:00Z")).containsExactly(
                "2027-01-15T00:00:00Z 2027-01-15T02:00:00Z", "2027-01-16T22:00:00Z 2027-01-16T23:00:00Z");
    }

    @Test
    void daysOfTheWeekAndExceptionsCountInTheZone() {
        SendingWindow window = new SendingWindow("w", Origin.API, List.of("09:00-10:00"), "Pacific/Auckland",
                "SAT-MON", List.of(LocalDate.of(2027, 1, 17)));
        assertThat(openings(window, "2027-01-14T00:00Z", "2027-01-20T00:00Z"))
                .as("Saturday and Monday there, and not Sunday the 17th").containsExactly(
                        "2027-01-15T20:00:00Z 2027-01-15T21:00:00Z", "2027-01-17T20:00:00Z 2027-01-17T21:00:00Z");
    }

    @Test
    void inSpringTheHourThatIsSkippedIsNotOpenAndWhatBeginsInItBeginsWithTheNext() {
        // Berlin, 28 March 2027: from 02:00 to 03:00 at 01:00 UTC
        assertThat(
                openings(window("Europe/Berlin", "MON-SUN", "01:00-04:00"), "2027-03-27T12:00Z", "2027-03-28T12:00Z"))
                .containsExactly("2027-03-28T00:00:00Z 2027-03-28T02:00:00Z");
        assertThat(
                openings(window("Europe/Berlin", "MON-SUN", "02:30-04:00"), "2027-03-27T12:00Z", "2027-03-28T12:00Z"))
                .containsExactly("2027-03-28T01:00:00Z 2027-03-28T02:00:00Z");
        assertThat(
                openings(window("Europe/Berlin", "MON-SUN", "01:00-02:30"), "2027-03-27T12:00Z", "2027-03-28T12:00Z"))
                .containsExactly("2027-03-28T00:00:00Z 2027-03-28T01:00:00Z");
        assertThat(
                openings(window("Europe/Berlin", "MON-SUN", "02:10-02:50"), "2027-03-27T12:00Z", "2027-03-28T12:00Z"))
                .as("all of it is skipped").isEmpty();
        assertThat(
                openings(window("Europe/Berlin", "MON-SUN", "08:00-21:00"), "2027-03-27T22:00Z", "2027-03-29T00:00Z"))
                .containsExactly("2027-03-28T06:00:00Z 2027-03-28T19:00:00Z");
    }

    @Test
    void inAutumnTheHourThatComesTwiceIsAsTheClockSaysBothTimes() {
        // Berlin, 31 October 2027: from 03:00 to 02:00 at 01:00 UTC
        assertThat(
                openings(window("Europe/Berlin", "MON-SUN", "01:00-04:00"), "2027-10-30T12:00Z", "2027-10-31T12:00Z"))
                .containsExactly("2027-10-30T23:00:00Z 2027-10-31T03:00:00Z");
        assertThat(
                openings(window("Europe/Berlin", "MON-SUN", "02:30-05:00"), "2027-10-30T12:00Z", "2027-10-31T12:00Z"))
                .containsExactly(
                        "2027-10-31T00:30:00Z 2027-10-31T01:00:00Z", "2027-10-31T01:30:00Z 2027-10-31T04:00:00Z");
        assertThat(
                openings(window("Europe/Berlin", "MON-SUN", "22:00-02:30"), "2027-10-30T12:00Z", "2027-10-31T12:00Z"))
                .containsExactly(
                        "2027-10-30T20:00:00Z 2027-10-31T00:30:00Z", "2027-10-31T01:00:00Z 2027-10-31T01:30:00Z");
    }

    @Test
    void aLeapDayIsADay() {
        assertThat(openings(window("Asia/Seoul", "TUE", "08:00-21:00"), "2028-02-27T00:00Z", "2028-03-02T00:00Z"))
                .containsExactly("2028-02-28T23:00:00Z 2028-02-29T12:00:00Z");
        SendingWindow notThen = new SendingWindow(
                "w", Origin.API, List.of("08:00-21:00"), "UTC", "MON-SUN", List.of(LocalDate.of(2028, 2, 29)));
        assertThat(openings(notThen, "2028-02-28T12:00Z", "2028-03-01T12:00Z")).containsExactly(
                "2028-02-28T12:00:00Z 2028-02-28T21:00:00Z", "2028-03-01T08:00:00Z 2028-03-01T12:00:00Z");
    }

    /** Against the words of the promise: open whenever the clock on the wall shows one of the hours. */
    @Test
    void everyMinuteOfTwoYearsIsAsTheClockOnTheWallSays() {
        for (String zone : List.of("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Seoul")) {
            Instant from = Instant.parse("2027-01-01T00:00:00Z");
            Instant until = Instant.parse("2029-01-01T00:00:00Z");
            List<Openings.Opening> openings =
                    new Openings(window(zone, "MON-FRI", "01:10-02:20", "22:30-00:40")).between(from, until);
            int next = 0;
            for (Instant at = from; at.isBefore(until); at = at.plusSeconds(60)) {
                while (next < openings.size() && !openings.get(next).closes().isAfter(at)) {
                    next++;
                }
                boolean isOpen = next < openings.size() && !openings.get(next).opens().isAfter(at);
                if (isOpen != isOpenOnTheWall(at, ZoneId.of(zone))) {
                    assertThat(isOpen).as("%s in %s", at, zone).isEqualTo(!isOpen);
                }
            }
        }
    }

    private static boolean isOpenOnTheWall(Instant at, ZoneId zone) {
        var wall = at.atZone(zone);
        int minute = wall.getHour() * 60 + wall.getMinute();
        boolean isWeekday = wall.getDayOfWeek().getValue() <= 5;
        boolean wasWeekday = wall.getDayOfWeek().minus(1).getValue() <= 5;
        return isWeekday && (minute >= 70 && minute < 140 || minute >= 22 * 60 + 30) || wasWeekday && minute < 40;
    }

    @Test
    void hoursAndDaysThatMakeNoSenseAreRefusedInWords() {
        assertThatThrownBy(() -> Hours.parse("8-21")).hasMessage("'8-21' is not written as 08:00-21:00");
        assertThatThrownBy(() -> Hours.parse("08:00-24:30")).hasMessageContaining("later than at 24:00");
        assertThatThrownBy(() -> Hours.parse("08:00-08:00")).hasMessageContaining("ends when it begins");
        assertThatThrownBy(() -> Weekdays.parse("MON-XYZ")).hasMessageContaining("is not written as MON-FRI");
        assertThat(Weekdays.parse("FRI-MON")).hasSize(4);
        assertThat(Weekdays.parse("sat, SUNDAY")).hasSize(2);
    }

    private static SendingWindow window(String zone, String days, String... open) {
        return new SendingWindow("w", Origin.API, List.of(open), zone, days, List.of());
    }

    private static List<String> openings(SendingWindow window, String from, String until) {
        return new Openings(window).between(instant(from), instant(until)).stream()
                .map(opening -> opening.opens() + " " + opening.closes()).toList();
    }

    private static Instant instant(String text) {
        return Instant.parse(text.replace("Z", ":00Z"));
    }
}
