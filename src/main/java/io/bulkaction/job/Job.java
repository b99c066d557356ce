package io.bulkaction.job;

import java.time.Instant;

/**
 * One call of a processor with one payload.
 *
 * @param payload JSON text, exactly as submitted
 * @param attempt how often the job was started, this time included
 * @param retryCount how many earlier attempts failed; throttled and released ones do not count
 * @param trace what its submit gave along for whoever traces; empty when nobody does
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
        String trace) {

    /** One that nobody traces. */
    public Job(
            JobId id,
            GroupId groupId,
            QueueName queue,
            String processorType,
            String payload,
            int attempt,
            int retryCount,
            Instant createdAt) {
        this(id, groupId, queue, processorType, payload, attempt, retryCount, createdAt, "");
    }
}
