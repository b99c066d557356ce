package io.bulkaction.internal.operate.recur;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * The ticks of a cron expression in a zone.
 *
 * <p>On the days on which clocks change, an expression that names hours ({@code 0 30 2 * * *}) means times of the clock on
 * the wall: a time that the day skips is made up for as much later as the clock jumped, and of a time that comes twice the
 * first counts. An expression for every hour ({@code 0 *}{@code /10 * * * *}) means time that passes: nothing is skipped or
 * doubled.
 */
final class Schedule {

    /** Nobody names more ticks than that in an hour that comes twice. */
    private static final int MAX_STEPS = 10_000;

    private static final int FIELDS = 6;
    private static final int HOURS = 2;
    private static final Set<String> EVERY_HOUR = Set.of("@hourly");

    private final CronExpression cron;
    private final ZoneId zone;
    private final boolean namesHours;

    private Schedule(CronExpression cron, ZoneId zone, boolean namesHours) {
        this.cron = cron;
        this.zone = zone;
        this.namesHours = namesHours;
    }

    /**
     * @param expression six fields from seconds on, five from minutes on, or a macro such as {@code @daily}
     * @throws IllegalArgumentException when it is not a cron expression
     */
    static Schedule of(String expression, ZoneId zone) {
        String text = expression.strip();
        String[] fields = text.split("\\s+");
        String full = fields.length == FIELDS - 1 ? "0 " + text : text;
        boolean namesHours = text.startsWith("@") ? !EVERY_HOUR.contains(text)
                : full.split("\\s+").length == FIELDS && !full.split("\\s+")[HOURS].startsWith("*");
        return new Schedule(CronExpression.parse(full), zone, namesHours);
    }

    /** The first tick after a moment; empty if there is none, as for the 30th of February. */
    Optional<Instant> next(Instant after) {
        return Optional.ofNullable(namesHours ? nextOnTheWall(after) : nextInTime(after));
    }

    /**
     * The last tick that is not after a moment.
     *
     * @param tick one that is not after it either
     */
    Instant last(Instant tick, Instant until) {
        long low = tick.toEpochMilli() - 1;
        long high = until.toEpochMilli();
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            boolean isBefore = next(Instant.ofEpochMilli(middle)).filter(next -> !next.isAfter(until)).isPresent();
            low = isBefore ? middle : low;
            high = isBefore ? high : middle;
        }
        return next(Instant.ofEpochMilli(low)).orElse(tick);
    }

    private @Nullable Instant nextInTime(Instant after) {
        ZonedDateTime next = cron.next(after.atZone(zone));
        return next == null ? null : next.toInstant();
    }

    private @Nullable Instant nextOnTheWall(Instant after) {
        LocalDateTime wall = LocalDateTime.ofInstant(after, zone);
        for (int step = 0; step < MAX_STEPS; step++) {
            wall = cron.next(wall);
            if (wall == null) {
                return null;
            }
            // why not cron.next of a zoned time: it would find a time that comes twice both times
            Instant next = wall.atZone(zone).toInstant();
            if (next.isAfter(after)) {
                return next;
            }
        }
        return nextInTime(after);
    }
}
