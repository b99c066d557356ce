package io.bulkaction.web.admin;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/** At most so many attempts of one address per minute are worth keeping. Memory is bounded: the oldest are forgotten. */
final class AttemptLimit {

    static final int PER_MINUTE = 30;
    static final int MOST_ADDRESSES = 1_000;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanoClock;
    private final SequencedMap<String, Seen> seen = new LinkedHashMap<>();

    private record Seen(long since, int count) {}

    AttemptLimit(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    synchronized boolean admits(String address) {
        long now = nanoClock.getAsLong();
        Seen known = seen.remove(address);
        Seen next = known == null || now - known.since >= MINUTE
                ? new Seen(now, 1)
                : new Seen(known.since, known.count + 1);
        seen.put(address, next);
        if (seen.size() > MOST_ADDRESSES) {
            seen.pollFirstEntry();
        }
        return next.count <= PER_MINUTE;
    }
}
