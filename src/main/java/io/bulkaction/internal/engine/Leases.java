package io.bulkaction.internal.engine;

import io.bulkaction.internal.flow.Claim;
import io.bulkaction.internal.flow.ClaimedJob;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Every claim of this instance whose end is not written yet: the heartbeat extends exactly these leases. */
final class Leases {

    private final Map<Claim, ClaimedJob> jobs = new ConcurrentHashMap<>();

    void add(ClaimedJob job) {
        jobs.put(job.claim(), job);
    }

    /** Its end is written, or it belongs to another instance now. */
    void remove(ClaimedJob job) {
        jobs.remove(job.claim());
    }

    boolean contains(ClaimedJob job) {
        return jobs.containsKey(job.claim());
    }

    Collection<ClaimedJob> all() {
        return jobs.values();
    }

    int size() {
        return jobs.size();
    }
}
