package io.bulkaction.internal.operate.recur;

import io.bulkaction.internal.operate.recur.RecurringRecords.Stored;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a recurring bulk action.
 *
 * @param tick group of the tick that it is about
 * @param error what its source said; null if nobody has tried
 */
public record Trouble(String name, Code code, String tick, @Nullable String error) {

    /** Stable: callers may rely on it. */
    public enum Code {
        /** Its source fails, and is tried again. */
        SOURCE_FAILING,
        /** The last tick was given up because its source failed too often. */
        NOT_SUBMITTED,
        /** A tick is overdue: no instance has workers, its source and its settings. */
        NO_INSTANCE
    }

    private static final int FAILING_FROM = 3;

    static Optional<Trouble> of(Stored stored, Instant now) {
        RecurringState state = stored.state();
        String name = stored.action().name();
        long overdue = now.minus(TickPlan.MISSED_AFTER).toEpochMilli();
        for (Tick tick : state.open()) {
            if (tick.status() == Tick.Status.WAITING && tick.attempts() >= FAILING_FROM) {
                return Optional.of(new Trouble(name, Code.SOURCE_FAILING, tick.group(), tick.note()));
            }
        }
        Optional<Tick> waiting = new TickPlan(stored.action(), now).startable(state);
        if (waiting.isPresent() && waiting.get().attempts() == 0 && waiting.get().at() < overdue) {
            return Optional.of(new Trouble(name, Code.NO_INSTANCE, waiting.get().group(), null));
        }
        if (state.pause() == null && state.next() > 0 && state.next() < overdue) {
            String group = stored.action().groupOf(Instant.ofEpochMilli(state.next()), false);
            return Optional.of(new Trouble(name, Code.NO_INSTANCE, group, null));
        }
        List<Tick> past = state.past();
        boolean isOver = state.open().stream().anyMatch(tick -> tick.status() == Tick.Status.RUNNING);
        return past.stream().findFirst().filter(tick -> !isOver)
                .filter(tick -> tick.status() == Tick.Status.NOT_SUBMITTED)
                .map(tick -> new Trouble(name, Code.NOT_SUBMITTED, tick.group(), tick.note()));
    }
}
