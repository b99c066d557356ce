package io.bulkaction.internal.flow;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * The next opening of a sending window that is closed.
 *
 * @param at empty where nobody knows: there is no such window
 * @param zone whose clock it goes by
 */
public record Opening(Optional<Instant> at, ZoneId zone) {

    private static final DateTimeFormatter ON_THE_WALL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    /** As lib/sending says it; empty while the window is open. */
    public static Optional<Opening> parse(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        String[] part = text.split(" ", 2);
        return Optional.of(new Opening(
                part[0].equals("inf") ? Optional.empty() : Optional.of(Instant.ofEpochMilli(Long.parseLong(part[0]))),
                part[1].isEmpty() ? ZoneId.of("UTC") : ZoneId.of(part[1])));
    }

    /** For people: the time on the wall there. */
    public String words() {
        return at.map(time -> ON_THE_WALL.format(time.atZone(zone)) + " (" + zone + ")").orElse("");
    }
}
