package io.bulkaction.internal.web.admin;

import io.bulkaction.internal.metrics.WaitTimes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the jobs that this instance started lately had waited, from submit to start.
 *
 * @param jobs how many; the times are null when there were none
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
