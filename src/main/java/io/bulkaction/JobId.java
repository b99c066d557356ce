package io.bulkaction;

/**
 * Name of a job, the same for all its attempts. A processor passes it on as idempotency key, so that a job that runs twice
 * acts once.
 *
 * @param value the name as text
 */
public record JobId(String value) implements Comparable<JobId> {

    /**
     * Checks the name.
     *
     * @throws InvalidIdException when the name breaks the {@linkplain Ids#RULE rule for ids}
     */
    public JobId {
        Ids.require("jobId", value);
    }

    @Override
    public int compareTo(JobId other) {
        return value.compareTo(other.value);
    }

    /** {@return the name as text} */
    @Override
    public String toString() {
        return value;
    }
}
