package io.bulkaction.web.admin;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/**
 * How many attempts of one address are worth keeping: some hundred at once, and a few per minute after that. Memory is
 * bounded: the addresses seen longest ago are forgotten.
 */
final class AttemptLimit {

    static final int AT_ONCE = 300;
    static final int PER_MINUTE = 30;
    static final int MOST_ADDRESSES = 1_000;

    private static final double NANOS_PER_ATTEMPT = Duration.ofMinutes(1).toNanos() / (double) PER_MINUTE;

    private final LongSupplier nanoClock;
    private final SequencedMap<String, Left> left = new LinkedHashMap<>();

    private record Left(double attempts, long at) {}

    AttemptLimit(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    synchronized boolean admits(String address) {
        long now = nanoClock.getAsLong();
        Left known = left.remove(address);
        double attempts = known == null
                ? AT_ONCE
                : Math.min(AT_ONCE, known.attempts + (now - known.at) / NANOS_PER_ATTEMPT);
        boolean admitted = attempts >= 1;
        left.put(address, new Left(admitted ? attempts - 1 : attempts, now));
        if (left.size() > MOST_ADDRESSES) {
            left.pollFirstEntry();
        }
        return admitted;
    }
}
