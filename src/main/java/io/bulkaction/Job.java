package io.bulkaction;

import java.time.Instant;

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
 */
public record Job(
        JobId id,
        GroupId groupId,
        QueueName queue,
        String processorType,
        String payload,
        int attempt,
        int retryCount,
        Instant createdAt) {

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
