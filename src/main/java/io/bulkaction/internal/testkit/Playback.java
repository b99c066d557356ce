package io.bulkaction.internal.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

/** Moves the clock of a test from one moment at which something is due to the next, and has it done. */
final class Playback {

    /** Longer is a job that waits for something that never comes. */
    private static final Duration LONGEST_RUN = Duration.ofDays(400);

    /** Things that nobody says when they are due are looked for at least that often. */
    private static final Duration STEP = Duration.ofMinutes(1);

    private static final int MAX_STEPS = 60;

    private final MovableTime time;
    private final Work work;
    private final AtomicBoolean playing = new AtomicBoolean();

    /** What becomes due. */
    interface Work {

        /** Does everything that is due now. @return how many attempts that were */
        int runDue();

        /** When there is more to do, if nothing else happens. */
        Optional<Instant> nextDue();

        /** When something recurs, which never comes to an end. */
        Optional<Instant> nextTick();
    }

    Playback(MovableTime time, Work work) {
        this.time = time;
        this.work = work;
    }

    void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("the clock goes forward only");
        }
        play(() -> {
            Instant end = time.instant().plus(by);
            Duration step = longer(STEP, by.dividedBy(MAX_STEPS));
            int attempts = work.runDue();
            while (time.instant().isBefore(end)) {
                Instant next = earlier(time.instant().plus(step), end);
                time.moveTo(Stream.of(work.nextDue(), work.nextTick()).flatMap(Optional::stream)
                        .map(due -> earlier(later(due), next)).min(Instant::compareTo).orElse(next));
                attempts += work.runDue();
            }
            return attempts;
        });
    }

    int runAll() {
        return play(() -> {
            Instant tooLate = time.instant().plus(LONGEST_RUN);
            int attempts = work.runDue();
            for (Optional<Instant> due = work.nextDue(); due.isPresent(); due = work.nextDue()) {
                if (due.get().isAfter(tooLate)) {
                    throw new IllegalStateException("there is no end to it: " + attempts + " attempts in "
                            + LONGEST_RUN.toDays() + " days, and more to come");
                }
                time.moveTo(later(due.get()));
                attempts += work.runDue();
            }
            return attempts;
        });
    }

    private int play(IntSupplier story) {
        if (!playing.compareAndSet(false, true)) {
            throw new IllegalStateException("a job that is being run cannot move the clock that runs it");
        }
        try {
            return story.getAsInt();
        } finally {
            playing.set(false);
        }
    }

    private Instant later(Instant due) {
        Instant soonest = time.instant().plusMillis(1);
        return due.isBefore(soonest) ? soonest : due;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
