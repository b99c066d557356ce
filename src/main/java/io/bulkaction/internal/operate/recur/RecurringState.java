package io.bulkaction.internal.operate.recur;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where a recurring bulk action stands.
 *
 * @param revision changes with each change, so that no state is ever taken for an earlier one
 * @param next time of its next tick in ms; 0 if there is none
 * @param pause null while it is not paused
 * @param open ticks that have not ended, oldest first
 * @param past the last ones that have, newest first
 */
public record RecurringState(long revision, long next, @Nullable Pause pause, List<Tick> open, List<Tick> past) {

    /** How many ended ticks are kept. */
    static final int MAX_PAST = 50;

    /** Since when, why and by whom. */
    public record Pause(long at, String reason, String by) {}

    static RecurringState startingAt(long next) {
        return new RecurringState(1, next, null, List.of(), List.of());
    }

    RecurringState nextAt(long time) {
        return new RecurringState(revision, time, pause, open, past);
    }

    RecurringState paused(@Nullable Pause by) {
        return new RecurringState(revision, next, by, open, past);
    }

    RecurringState opened(Tick tick) {
        return new RecurringState(revision, next, pause, Stream.concat(open.stream(), Stream.of(tick)).toList(), past);
    }

    /** Not yet open. */
    RecurringState passed(Tick tick) {
        List<Tick> all = new ArrayList<>(past);
        all.addFirst(tick);
        return new RecurringState(revision, next, pause, open,
                List.copyOf(all.subList(0, Math.min(all.size(), MAX_PAST))));
    }

    RecurringState with(Tick changed) {
        UnaryOperator<Tick> replace = tick -> tick.isSame(changed) ? changed : tick;
        return new RecurringState(revision, next, pause, open.stream().map(replace).toList(), past);
    }

    RecurringState ended(Tick tick) {
        List<Tick> left = open.stream().filter(each -> !each.isSame(tick)).toList();
        return new RecurringState(revision, next, pause, left, past).passed(tick);
    }

    /** When somebody should look at it next, in ms. */
    long dueAt() {
        long due = plannedAt();
        for (Tick tick : open) {
            due = Math.min(due, tick.until()); // a run is looked at in every turn, until it has ended
        }
        return due;
    }

    /** The same without what is under way. */
    long plannedAt() {
        long due = pause == null && next > 0 ? next : Ticker.NEVER;
        for (Tick tick : open) {
            due = tick.status() == Tick.Status.WAITING ? Math.min(due, tick.until()) : due;
        }
        return due;
    }

    RecurringState nextRevision() {
        return new RecurringState(revision + 1, next, pause, open, past);
    }
}
