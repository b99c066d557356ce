package io.bulkaction.internal.metrics;

import java.time.Duration;

/**
 * How long jobs waited from submit to their first start.
 *
 * @param jobs how many started; if none did, the times are zero and mean nothing
 * @param p50 half of them waited no longer
 * @param p95 all but one in twenty waited no longer
 */
public record WaitTimes(long jobs, Duration p50, Duration p95) {

    public static final WaitTimes NONE = new WaitTimes(0, Duration.ZERO, Duration.ZERO);
}
