package io.bulkaction.engine;

import io.bulkaction.job.Job;
import io.bulkaction.job.JobId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Every job this instance has claimed and not yet got rid of: the heartbeat extends exactly these leases. */
final class Held {

    private final Map<JobId, Job> jobs = new ConcurrentHashMap<>();

    void claimed(Job job) {
        jobs.put(job.id(), job);
    }

    /** Its end is written, or it is no longer ours. */
    void gone(Job job) {
        jobs.remove(job.id(), job);
    }

    Collection<Job> all() {
        return jobs.values();
    }

    int size() {
        return jobs.size();
    }
}
