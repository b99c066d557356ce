package io.bulkaction.web.admin;

import io.bulkaction.job.WaitTimes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long jobs waited that the answering instance started lately, from submit to start.
 *
 * @param jobs how many that were; without any the times are null
 */
record WaitResponse(long jobs, @Nullable Double p50Millis, @Nullable Double p95Millis) {

    static WaitResponse of(WaitTimes waits) {
        return waits.jobs() == 0
                ? new WaitResponse(0, null, null)
                : new WaitResponse(waits.jobs(), millis(waits.p50()), millis(waits.p95()));
    }

    private static double millis(Duration time) {
        return time.toNanos() / 10_000 / 100.0;
    }
}
