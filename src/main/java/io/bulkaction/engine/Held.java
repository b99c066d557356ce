package io.bulkaction.engine;

import io.bulkaction.queue.Claim;
import io.bulkaction.queue.ClaimedJob;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Every claim of this instance that it has not yet got rid of: the heartbeat extends exactly these leases. */
final class Held {

    private final Map<Claim, ClaimedJob> jobs = new ConcurrentHashMap<>();

    void claimed(ClaimedJob job) {
        jobs.put(job.claim(), job);
    }

    /** Its end is written, or it is no longer ours. */
    void gone(ClaimedJob job) {
        jobs.remove(job.claim());
    }

    boolean has(ClaimedJob job) {
        return jobs.containsKey(job.claim());
    }

    Collection<ClaimedJob> all() {
        return jobs.values();
    }

    int size() {
        return jobs.size();
    }
}
