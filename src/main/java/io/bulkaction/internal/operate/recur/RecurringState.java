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
 * @param removed whether somebody has deleted it, and it is kept only until its runs that have begun have all their jobs; null:
 *     no
 */
public record RecurringState(
        long revision, long next, @Nullable Pause pause, List<Tick> open, List<Tick> past, @Nullable Boolean removed) {

    /** How many ended ticks are kept. */
    static final int MAX_PAST = 50;

    /** Since when, why and by whom. */
    public record Pause(long at, String reason, String by) {}

    static RecurringState startingAt(long next) {
        return new RecurringState(1, next, null, List.of(), List.of(), null);
    }

    RecurringState nextAt(long time) {
        return new RecurringState(revision, time, pause, open, past, removed);
    }

    /** Ticks that have not begun pass without a run; those that somebody asked for do not. */
    RecurringState paused(Pause by) {
        RecurringState without = this;
        for (Tick tick : open) {
            without = tick.hasBegun() || tick.manual() ? without : without.ended(tick.ended(Tick.Status.SKIPPED, null));
        }
        return new RecurringState(revision, next, by, without.open, without.past, removed);
    }

    RecurringState resumed() {
        return new RecurringState(revision, next, null, open, past, removed);
    }

    /** Without ticks to come; only runs of which some jobs may be there already are still submitted. */
    RecurringState deleted() {
        return new RecurringState(revision, 0, null, open.stream().filter(Tick::isHalfSubmitted).toList(), past, true);
    }

    /** Of one that was deleted and is wanted again. */
    RecurringState anew(long time) {
        return new RecurringState(revision, time, null, open, List.of(), null);
    }

    boolean wasRemoved() {
        return Boolean.TRUE.equals(removed);
    }

    /** Whether nothing is left to do for one that was deleted. */
    boolean hasNothingLeft() {
        return wasRemoved() && open.stream().noneMatch(Tick::isHalfSubmitted);
    }

    /** Whether a pause keeps a tick from being submitted. */
    boolean holds(Tick tick) {
        return pause != null && tick.status() == Tick.Status.WAITING && !tick.manual();
    }

    RecurringState opened(Tick tick) {
        return new RecurringState(
                revision, next, pause, Stream.concat(open.stream(), Stream.of(tick)).toList(), past, removed);
    }

    /** Not yet open. */
    RecurringState passed(Tick tick) {
        List<Tick> all = new ArrayList<>(past);
        all.addFirst(tick);
        return new RecurringState(revision, next, pause, open,
                List.copyOf(all.subList(0, Math.min(all.size(), MAX_PAST))), removed);
    }

    RecurringState with(Tick changed) {
        UnaryOperator<Tick> replace = tick -> tick.isSame(changed) ? changed : tick;
        return new RecurringState(revision, next, pause, open.stream().map(replace).toList(), past, removed);
    }

    RecurringState ended(Tick tick) {
        List<Tick> left = open.stream().filter(each -> !each.isSame(tick)).toList();
        return new RecurringState(revision, next, pause, left, past, removed).passed(tick);
    }

    /** When somebody should look at it next, in ms. */
    long dueAt() {
        long due = plannedAt();
        for (Tick tick : open) {
            due = holds(tick) ? due : Math.min(due, tick.until()); // a run is looked at in every turn, until it has ended
        }
        return due;
    }

    /** The same without what is under way. */
    long plannedAt() {
        long due = pause == null && next > 0 ? next : Ticker.NEVER;
        for (Tick tick : open) {
            due = tick.status() == Tick.Status.WAITING && !holds(tick) ? Math.min(due, tick.until()) : due;
        }
        return due;
    }

    RecurringState nextRevision() {
        return new RecurringState(revision + 1, next, pause, open, past, removed);
    }
}
