package io.bulkaction.web.admin;

import io.bulkaction.web.ClientNetwork;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.LongSupplier;

/**
 * How many attempts are worth keeping: of one network some hundred at once and a few per minute after that, and of all
 * together so many that whoever has very many addresses does not soon push out what was kept before. Memory is bounded:
 * the networks seen longest ago are forgotten.
 */
final class AttemptLimit {

    static final int AT_ONCE = 300;
    static final int PER_MINUTE = 30;
    static final int ALL_AT_ONCE = 3_000;
    static final int ALL_PER_MINUTE = 60;
    static final int MAX_NETWORKS = 1_000;

    private final LongSupplier nanoClock;
    private final SequencedMap<String, Left> networks = new LinkedHashMap<>();
    private Left all;

    private record Left(double attempts, long at) {

        Left refilled(int most, int perMinute, long now) {
            double minutes = (now - at) / (double) Duration.ofMinutes(1).toNanos();
            return new Left(Math.min(most, attempts + minutes * perMinute), now);
        }

        boolean hasOne() {
            return attempts >= 1;
        }

        Left lessOne() {
            return new Left(attempts - 1, at);
        }
    }

    AttemptLimit(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.all = new Left(ALL_AT_ONCE, nanoClock.getAsLong());
    }

    synchronized boolean admits(String address) {
        long now = nanoClock.getAsLong();
        String network = ClientNetwork.of(address);
        Left known = networks.remove(network);
        Left left = known == null ? new Left(AT_ONCE, now) : known.refilled(AT_ONCE, PER_MINUTE, now);
        all = all.refilled(ALL_AT_ONCE, ALL_PER_MINUTE, now);
        boolean admitted = left.hasOne() && all.hasOne();
        if (admitted) {
            left = left.lessOne();
            all = all.lessOne();
        }
        networks.put(network, left);
        if (networks.size() > MAX_NETWORKS) {
            networks.pollFirstEntry();
        }
        return admitted;
    }
}
