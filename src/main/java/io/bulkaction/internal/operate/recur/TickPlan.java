package io.bulkaction.internal.operate.recur;

import io.bulkaction.internal.settings.RecurringSettings.Missed;
import io.bulkaction.internal.settings.RecurringSettings.Overlap;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** What follows for a recurring bulk action at a moment: which ticks are due, and which may start. Changes nothing itself. */
final class TickPlan {

    /** A tick that nobody saw within this time counts as missed. */
    static final Duration MISSED_AFTER = Duration.ofMinutes(1);

    /** Ticks that have not ended; beyond this many, no further tick gets a run. */
    static final int MAX_OPEN = 100;

    private static final int MAX_COUNTED = 1_000;

    private final RecurringAction action;
    private final Schedule schedule;
    private final Instant now;

    TickPlan(RecurringAction action, Instant now) {
        this.action = action;
        this.schedule = action.schedule();
        this.now = now;
    }

    /** @param outcome how the run of a tick has ended; empty while it has not */
    RecurringState advance(RecurringState state, Function<Tick, Optional<Tick.Status>> outcome) {
        RecurringState advanced = state;
        for (Tick tick : state.open()) {
            if (tick.status() == Tick.Status.RUNNING) {
                Optional<Tick.Status> ended = outcome.apply(tick);
                advanced = ended.isPresent() ? advanced.ended(tick.ended(ended.get(), null)) : advanced;
            }
        }
        return state.pause() == null && state.next() > 0 && state.next() <= now.toEpochMilli()
                ? due(advanced).nextAt(following())
                : advanced;
    }

    /** Of the first tick that is still to come; 0 if there is none. */
    long following() {
        return schedule.next(now).map(Instant::toEpochMilli).orElse(0L);
    }

    /** The tick that somebody should begin to submit now, if any. */
    Optional<Tick> startable(RecurringState state) {
        long at = now.toEpochMilli();
        for (Tick tick : state.open()) {
            if (state.holds(tick)) {
                continue; // what a person asks for does not wait for it
            }
            boolean isFree = switch (tick.status()) {
                case WAITING -> tick.until() <= at;
                case SUBMITTING -> tick.until() <= at; // whoever did so is gone
                default -> false;
            };
            if (isFree) {
                return Optional.of(tick);
            }
            if (action.overlap() != Overlap.ALLOW) {
                return Optional.empty(); // one after the other
            }
        }
        return Optional.empty();
    }

    /** A tick at the request of a person; empty if the policy for overlaps forbids it now. */
    Optional<RecurringState> asked(RecurringState state) {
        long at = now.toEpochMilli();
        while (isTaken(state, at)) {
            at++;
        }
        boolean isBusy = action.overlap() == Overlap.SKIP && !state.open().isEmpty();
        return isBusy || state.open().size() >= MAX_OPEN ? Optional.empty()
                : Optional.of(state.opened(Tick.waiting(at, true, action.groupOf(Instant.ofEpochMilli(at), true))));
    }

    private static boolean isTaken(RecurringState state, long at) {
        return state.open().stream().anyMatch(tick -> tick.manual() && tick.at() == at)
                || state.past().stream().anyMatch(tick -> tick.manual() && tick.at() == at);
    }

    private RecurringState due(RecurringState state) {
        Instant first = Instant.ofEpochMilli(state.next());
        Instant limit = now.minus(MISSED_AFTER);
        if (!first.isBefore(limit)) {
            return onTime(state, first);
        }
        Instant latest = schedule.last(first, limit.minusMillis(1));
        long missed = count(first, latest);
        Optional<Instant> onTime = schedule.next(latest).filter(tick -> !tick.isAfter(now));
        // why only without one on time: that one makes up for them
        boolean isLate = action.missed() == Missed.ONCE && onTime.isEmpty();
        RecurringState passed = isLate ? open(state, latest, missed - 1)
                : state.passed(tick(latest).after(missed).ended(Tick.Status.MISSED, null));
        return onTime.isPresent() ? onTime(passed, onTime.get()) : passed;
    }

    private RecurringState onTime(RecurringState state, Instant first) {
        RecurringState opened = state;
        Optional<Instant> tick = Optional.of(first);
        while (tick.isPresent() && !tick.get().isAfter(now)) {
            opened = open(opened, tick.get(), 0);
            tick = schedule.next(tick.get());
        }
        return opened;
    }

    private RecurringState open(RecurringState state, Instant at, long missed) {
        Tick tick = tick(at).after(missed);
        boolean isBusy = action.overlap() == Overlap.SKIP && !state.open().isEmpty();
        return isBusy || state.open().size() >= MAX_OPEN
                ? state.passed(tick.ended(Tick.Status.SKIPPED, null))
                : state.opened(tick);
    }

    private Tick tick(Instant at) {
        return Tick.waiting(at.toEpochMilli(), false, action.groupOf(at, false));
    }

    /** How many ticks there are from one to another, as far as anybody wants to know. */
    private long count(Instant first, Instant last) {
        long count = 1;
        Optional<Instant> tick = Optional.of(first);
        while (count < MAX_COUNTED && tick.isPresent() && tick.get().isBefore(last)) {
            tick = schedule.next(tick.get());
            count++;
        }
        return count;
    }
}
