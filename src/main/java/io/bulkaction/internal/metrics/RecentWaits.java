package io.bulkaction.internal.metrics;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long jobs waited in the last half minute, for the dashboard; the histogram for Prometheus is coarse and covers
 * the whole life of the process. Accurate to 3 %, and without a lock, because every start of a job is recorded here.
 */
final class RecentWaits {

    static final Duration OVER = Duration.ofSeconds(30);

    private static final int SLOTS = 6;
    private static final long SLOT_NANOS = OVER.toNanos() / SLOTS;
    private static final int STEPS = 16;
    private static final int STEP_BITS = 4;
    private static final int MAX_BITS = 46;
    private static final int BUCKETS = (MAX_BITS - STEP_BITS + 2) * STEPS;

    private record Slot(long number, AtomicLongArray counts) {}

    private final LongSupplier nanoTime;
    private final long start;
    private final AtomicReferenceArray<@Nullable Slot> slots = new AtomicReferenceArray<>(SLOTS + 1);

    RecentWaits(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
    }

    void add(Duration wait) {
        slot().counts.incrementAndGet(bucket(wait.toNanos() / 1_000));
    }

    WaitTimes read() {
        long now = number();
        long[] sums = new long[BUCKETS];
        long jobs = 0;
        for (int i = 0; i < slots.length(); i++) {
            Slot slot = slots.get(i);
            if (slot != null && slot.number > now - SLOTS) {
                for (int bucket = 0; bucket < BUCKETS; bucket++) {
                    long count = slot.counts.get(bucket);
                    sums[bucket] += count;
                    jobs += count;
                }
            }
        }
        return jobs == 0 ? WaitTimes.NONE : new WaitTimes(jobs, percentile(sums, jobs, 50), percentile(sums, jobs, 95));
    }

    private static Duration percentile(long[] sums, long jobs, int percent) {
        long rank = Math.max(1, Math.ceilDiv(jobs * percent, 100));
        int bucket = -1;
        for (long seen = 0; seen < rank;) {
            seen += sums[++bucket];
        }
        return Duration.of(middle(bucket), TimeUnit.MICROSECONDS.toChronoUnit());
    }

    private Slot slot() {
        long number = number();
        int index = (int) (number % slots.length());
        while (true) {
            Slot found = slots.get(index);
            if (found != null && found.number >= number) {
                return found;
            }
            Slot fresh = new Slot(number, new AtomicLongArray(BUCKETS));
            if (slots.compareAndSet(index, found, fresh)) {
                return fresh;
            }
        }
    }

    private long number() {
        return (nanoTime.getAsLong() - start) / SLOT_NANOS;
    }

    /** Sixteen steps for each doubling; below sixteen microseconds each has its own. */
    private static int bucket(long micros) {
        long value = Math.clamp(micros, 0, (1L << MAX_BITS) - 1);
        if (value < STEPS) {
            return (int) value;
        }
        int bits = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        return (bits - STEP_BITS + 1) * STEPS + (int) (value >>> (bits - STEP_BITS)) - STEPS;
    }

    private static long middle(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int shift = bucket / STEPS - 1;
        long from = (long) (bucket % STEPS + STEPS) << shift;
        return from + (1L << shift) / 2;
    }
}
