package io.bulkaction.job;

/** Name of a job, stable over all its attempts; processors pass it on as idempotency key. */
public record JobId(String value) implements Comparable<JobId> {

    public JobId {
        Ids.require("jobId", value);
    }

    @Override
    public int compareTo(JobId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
