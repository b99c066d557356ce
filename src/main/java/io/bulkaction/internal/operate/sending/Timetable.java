package io.bulkaction.internal.operate.sending;

import io.bulkaction.internal.operate.sending.Openings.Opening;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The openings of a sending window around a moment, as the scripts read them (lib/sending). All openings between two times are
 * known; about others the scripts take it for closed.
 *
 * @param revision of the window
 * @param writtenAt when it was made
 */
record Timetable(String revision, String zone, Instant writtenAt, Instant from, Instant until, List<Opening> openings) {

    /** The clock may go back. */
    private static final Duration PAST = Duration.ofDays(2);

    /** The first that has two openings to come counts. */
    private static final List<Duration> AHEAD = List.of(Duration.ofDays(8), Duration.ofDays(60), Duration.ofDays(400));

    private static final int WANTED = 2;
    private static final int MAX_OPENINGS = 100;

    static Timetable of(SendingWindow window, Instant now) {
        Openings all = new Openings(window);
        Instant from = now.minus(PAST);
        Instant until = now;
        List<Opening> found = List.of();
        for (Duration ahead : AHEAD) {
            until = now.plus(ahead);
            found = all.between(from, until);
            if (found.stream().filter(opening -> opening.opens().isAfter(now)).count() >= WANTED) {
                break;
            }
        }
        if (found.size() > MAX_OPENINGS) {
            until = found.get(MAX_OPENINGS).opens();
            found = found.subList(0, MAX_OPENINGS);
        }
        return new Timetable(window.revision(), window.zone(), now, from, until, found);
    }

    /** Whether it is one of the window, and lasts for a while. */
    static boolean isGood(@Nullable String text, SendingWindow window, Instant now) {
        if (text == null) {
            return false;
        }
        String[] part = text.split(" ");
        Instant from = Instant.ofEpochMilli(Long.parseLong(part[2]));
        Instant until = Instant.ofEpochMilli(Long.parseLong(part[3]));
        Instant written = from.plus(PAST);
        Instant half = written.plus(Duration.between(written, until).dividedBy(2));
        return part[0].equals(window.revision()) && now.isBefore(half) && now.isAfter(from.plus(PAST.dividedBy(2)));
    }

    /** When it opens next; empty if it is open, or never opens. */
    Optional<Instant> opensAfter(Instant now) {
        return isOpen(now) ? Optional.empty()
                : openings.stream().map(Opening::opens).filter(opens -> opens.isAfter(now)).findFirst();
    }

    /** When it closes; empty if it is not open. */
    Optional<Instant> closesAfter(Instant now) {
        return openings.stream()
                .filter(opening -> !opening.opens().isAfter(now) && opening.closes().isAfter(now))
                .map(Opening::closes)
                .findFirst();
    }

    boolean isOpen(Instant now) {
        return closesAfter(now).isPresent();
    }

    String text() {
        StringBuilder text = new StringBuilder(revision).append(' ').append(zone).append(' ')
                .append(from.toEpochMilli()).append(' ').append(until.toEpochMilli());
        for (Opening opening : openings) {
            text.append(' ').append(opening.opens().toEpochMilli()).append(' ').append(opening.closes().toEpochMilli());
        }
        return text.toString();
    }
}
