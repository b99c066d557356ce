package io.bulkaction.internal.run;

import java.time.Duration;
import java.time.Instant;

/**
 * How fast the jobs of a run end, as the scripts measured it over steps of at least a second.
 *
 * @param rate jobs per second over the last step, 0 until the first one is complete
 * @param stepStart when the current step began; the epoch if no job has ended
 * @param stepDone jobs that had ended by then
 */
record GroupPace(double rate, Instant stepStart, long stepDone) {

    /** Jobs per second now. Falls while no job ends: it is never higher than if the next one ended right now. */
    double at(Instant now, long done, Instant startedAt) {
        if (stepStart.equals(Instant.EPOCH)) {
            return 0;
        }
        if (rate <= 0) {
            return done / seconds(startedAt, now);
        }
        double since = seconds(stepStart, now);
        return since < 1 ? rate : Math.min(rate, (done - stepDone + 1) / since);
    }

    /** At least a millisecond, so that it can divide. */
    static double seconds(Instant from, Instant to) {
        return Math.max(1, Duration.between(from, to).toMillis()) / 1000.0;
    }
}
