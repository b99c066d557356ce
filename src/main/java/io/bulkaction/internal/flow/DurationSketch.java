package io.bulkaction.internal.flow;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A histogram of durations with buckets that grow by a fixed ratio (as in DDSketch): any quantile is right within 2 %,
 * whatever the number of jobs, in a few dozen counters that scripts add up with HINCRBY.
 */
public final class DurationSketch {

    private static final double GROWTH = 1.04;
    private static final double LOG_GROWTH = Math.log(GROWTH);

    private final SortedMap<Integer, Long> counts = new TreeMap<>();

    public DurationSketch(Map<Integer, Long> counts) {
        this.counts.putAll(counts);
    }

    /** Bucket 0 holds durations under a millisecond, bucket i those up to {@code GROWTH^i} milliseconds. */
    public static int bucket(long millis) {
        return millis < 1 ? 0 : 1 + (int) Math.ceil(Math.log(millis) / LOG_GROWTH - 1e-9);
    }

    /** Middle of a bucket, in milliseconds. */
    static double value(int bucket) {
        return bucket == 0 ? 0 : 2 * Math.pow(GROWTH, bucket - 1) / (1 + GROWTH);
    }

    public long count() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The duration that a share of {@code q} of the jobs did not exceed, in milliseconds; 0 when there are none. */
    public double quantile(double q) {
        long rank = (long) Math.ceil(q * count());
        long seen = 0;
        for (Map.Entry<Integer, Long> entry : counts.entrySet()) {
            seen += entry.getValue();
            if (seen >= Math.max(1, rank)) {
                return value(entry.getKey());
            }
        }
        return 0;
    }
}
