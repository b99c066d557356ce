package io.bulkaction.server.web.security;

import io.bulkaction.server.web.ClientNetwork;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How many refusals are written to the audit trail: of one network 300 at once and 30 per minute after that, of all
 * together 3,000 at once and 60 per minute. So a caller with very many addresses does not soon push out what was
 * written before.
 */
final class RefusalLimit {

    static final int PER_NETWORK = 300;
    static final int OVERALL = 3_000;
    static final int MAX_NETWORKS = 1_000;

    private static final String ALL = "";

    private final RefillingBudget<String> perNetwork;
    private final RefillingBudget<String> overall;

    RefusalLimit(LongSupplier nanoClock) {
        this.perNetwork = new RefillingBudget<>(PER_NETWORK, Duration.ofMinutes(10), MAX_NETWORKS, nanoClock);
        this.overall = new RefillingBudget<>(OVERALL, Duration.ofMinutes(50), 1, nanoClock);
    }

    boolean admits(String address) {
        String network = ClientNetwork.of(address);
        if (perNetwork.take(network).isPresent()) {
            return false;
        }
        if (overall.take(ALL).isPresent()) {
            perNetwork.giveBack(network);
            return false;
        }
        return true;
    }
}
