package io.bulkaction;

/**
 * Name of a job within its group, the same for all its attempts. Jobs of different groups may have the same; what is unique
 * over all jobs is {@link Job#idempotencyKey}.
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
