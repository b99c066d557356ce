package io.bulkaction.internal.operate.sending;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * When a sending window is open: whenever the clock on a wall in its zone shows one of its hours. So what a day skips in spring is
 * skipped, and hours that come twice in autumn count both times.
 */
final class Openings {

    private final List<Hours> hours;
    private final ZoneId zone;
    private final Set<DayOfWeek> days;
    private final Set<LocalDate> except;

    /** @param closes not before which jobs may start again */
    record Opening(Instant opens, Instant closes) {}

    Openings(SendingWindow window) {
        this.hours = window.open().stream().map(Hours::parse).toList();
        this.zone = window.zoneId();
        this.days = Weekdays.parse(window.days());
        this.except = new HashSet<>(window.except());
    }

    /** In their order, none touching another; cut off at both ends. */
    List<Opening> between(Instant from, Instant until) {
        List<Opening> pieces = new ArrayList<>();
        Instant start = from;
        while (start.isBefore(until)) { // a piece of time in which the clock is not set
            ZoneOffsetTransition change = zone.getRules().nextTransition(start);
            Instant end = change == null || change.getInstant().isAfter(until) ? until : change.getInstant();
            pieces(pieces, zone.getRules().getOffset(start), start, end);
            start = end;
        }
        pieces.sort(Comparator.comparing(Opening::opens));
        return merged(pieces);
    }

    private void pieces(List<Opening> pieces, ZoneOffset offset, Instant from, Instant until) {
        LocalDate last = until.atOffset(offset).toLocalDate();
        for (LocalDate day = from.atOffset(offset).toLocalDate().minusDays(1); !day.isAfter(last); day =
                day.plusDays(1)) {
            if (days.contains(day.getDayOfWeek()) && !except.contains(day)) {
                Instant midnight = day.atStartOfDay().toInstant(offset);
                for (Hours each : hours) {
                    Instant opens = later(from, midnight.plus(Duration.ofMinutes(each.from())));
                    Instant closes = earlier(until, midnight.plus(Duration.ofMinutes(each.to())));
                    if (opens.isBefore(closes)) {
                        pieces.add(new Opening(opens, closes));
                    }
                }
            }
        }
    }

    private static List<Opening> merged(List<Opening> pieces) {
        List<Opening> merged = new ArrayList<>();
        for (Opening piece : pieces) {
            if (merged.isEmpty() || merged.getLast().closes().isBefore(piece.opens())) {
                merged.add(piece);
            } else {
                Opening before = merged.removeLast();
                merged.add(new Opening(before.opens(), later(before.closes(), piece.closes())));
            }
        }
        return merged;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
