package io.bulkaction.internal.doctor;

import java.util.Set;

/** Keys of a queue that belong to no job and no group. */
final class KnownKeys {

    private static final Set<String> SINGLE = Set.of(
            "ready-queue", "non-ready-queue", "in-flight", "claims", "completed-order",
            "dead-letter-queue", "state", "stats", "pace",
            "instances", "audit:administrator", "audit:submitter", "audit:refused", "alerts", "progress", "events",
            "callbacks", "wake:fetcher", "wake:dispatcher",
            "wake:worker");

    private KnownKeys() {}

    static boolean has(String name) {
        return SINGLE.contains(name) || Counters.GROUP_SETS.contains(name);
    }
}
