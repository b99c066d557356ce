package io.bulkaction;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One job as a {@link JobProcessor} gets it, at one of its attempts. Applications make one only in tests of their processors.
 *
 * @param id the id, unique within the group and the same for all attempts
 * @param groupId the group
 * @param queue the queue
 * @param processorType the type of the processor
 * @param payload JSON text, as it was submitted; {@link PayloadReader} reads it into a record
 * @param attempt how often the job was started, this time included; 1 at first
 * @param retryCount how many earlier attempts failed, 0 at first; attempts that were throttled, given back by an
 *     instance that stopped, or lost with their instance do not count
 * @param createdAt when the job was submitted, on the clock of Redis
 * @param reporter where what it says of itself goes
 * @param metadata what its submitter said about it, see {@link JobRequest#with}
 */
public record Job(
        JobId id,
        GroupId groupId,
        QueueName queue,
        String processorType,
        String payload,
        int attempt,
        int retryCount,
        Instant createdAt,
        JobReporter reporter,
        Map<String, String> metadata) {

    /**
     * A job that no engine runs, as a test of a processor makes it: what it says of itself goes nowhere.
     *
     * @param id the id
     * @param groupId the group
     * @param queue the queue
     * @param processorType the type of the processor
     * @param payload JSON text
     * @param attempt 1 at first
     * @param retryCount 0 at first
     * @param createdAt when the job was submitted
     */
    public Job(
            JobId id, GroupId groupId, QueueName queue, String processorType, String payload, int attempt,
            int retryCount,
            Instant createdAt) {
        this(id, groupId, queue, processorType, payload, attempt, retryCount, createdAt, Map.of());
    }

    /**
     * The same with metadata.
     *
     * @param id the id
     * @param groupId the group
     * @param queue the queue
     * @param processorType the type of the processor
     * @param payload JSON text
     * @param attempt 1 at first
     * @param retryCount 0 at first
     * @param createdAt when the job was submitted
     * @param metadata what its submitter said about it
     */
    public Job(
            JobId id, GroupId groupId, QueueName queue, String processorType, String payload, int attempt,
            int retryCount,
            Instant createdAt, Map<String, String> metadata) {
        this(
                id, groupId, queue, processorType, payload, attempt, retryCount, createdAt, JobReporter.NONE, metadata);
    }

    /**
     * Says how far the job is, for whoever looks at it. Cheap, so say it as often as you like: only the latest is kept, and
     * written about twice a second together with that of other jobs.
     *
     * @param percent 0 to 100; what is below or above counts as that
     * @param text what it does; what is longer than 200 characters is cut off
     * @throws IllegalArgumentException when the percentage is not a number
     */
    public void progress(double percent, String text) {
        reporter.progress(percent, text);
    }

    /**
     * Keeps where a later attempt can continue, instead of what was kept before. Returns when Redis has it; costs one call of
     * Redis. A job that ends with one of the last two exceptions waits a little and runs again; that uses up no retry.
     *
     * @param json JSON text, of at most {@code bulk-action.limits.checkpoint} (16 KB by default)
     * @throws IllegalArgumentException when it is not JSON or is too large
     * @throws JobLostException when this attempt has lost its job, because its lease ran out; nothing is kept then
     * @throws RedisFullException when Redis has no memory for it
     * @throws RedisUnavailableException when Redis does not answer
     */
    public void checkpoint(String json) {
        reporter.checkpoint(json);
    }

    /**
     * Reads where an earlier attempt of this job left off. Costs one call of Redis, and nothing in a first attempt that has kept
     * nothing itself.
     *
     * @return JSON text; empty when nothing was kept
     * @throws RedisUnavailableException when Redis does not answer
     */
    public Optional<String> checkpoint() {
        return reporter.checkpoint();
    }

    /**
     * The same job with another place for what it says of itself.
     *
     * @param other gets it from now on
     * @return a copy
     */
    public Job reportingTo(JobReporter other) {
        return new Job(
                id, groupId, queue, processorType, payload, attempt, retryCount, createdAt, other, metadata);
    }

    /**
     * A text that no other job has, of whatever group and queue, and that is the same for all attempts. A processor passes it
     * on, so that a job that runs twice acts once.
     *
     * @return {@code <queue>#<group>#<id>}; no name contains the {@code #}
     */
    public String idempotencyKey() {
        return queue + "#" + groupId + "#" + id;
    }
}
