package io.bulkaction.internal.flow;

import org.jspecify.annotations.Nullable;

/** How fast the workers take jobs, and how long these take. */
final class FairPace {

    private static final long STEP = 100;
    private static final long REST = 1_000;
    private static final int MANY = 1_000;

    private double rate;
    private long claimedAt;
    private long count;
    private @Nullable Double meanMillis;

    void claimed(int jobs, long now) {
        long elapsed = now - claimedAt;
        count += jobs;
        if (elapsed < STEP) {
            return;
        }
        double measured = count * 1000.0 / elapsed;
        rate = elapsed > REST ? measured : (rate + measured) / 2;
        claimedAt = now;
        count = 0;
    }

    double rate(long now) {
        return now - claimedAt > REST ? 0 : rate;
    }

    /** The mean over about the last thousand. */
    void completed(long millis, int jobs) {
        double part = meanMillis == null ? 1 : Math.min(1, (double) jobs / MANY);
        meanMillis = (meanMillis == null ? 0 : meanMillis) * (1 - part)
                + Math.max(0.1, (double) millis / jobs) * part;
    }

    /** What a job of a group costs whose successes took so long. */
    double costOf(long durationSum, long succeeded) {
        return meanMillis == null || succeeded == 0 ? 1
                : Math.max(0.1, Math.min(10, (double) durationSum / succeeded / meanMillis));
    }
}
