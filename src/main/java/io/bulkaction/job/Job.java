package io.bulkaction.job;

import java.time.Instant;

/**
 * One call of a processor with one payload.
 *
 * @param payload JSON text, exactly as submitted
 * @param attempt how often the job was claimed, this time included; also the fence of its acknowledgement
 * @param retryCount how many earlier attempts failed; throttled and released ones do not count
 */
public record Job(
        JobId id,
        GroupId groupId,
        QueueName queue,
        String processorType,
        String payload,
        int attempt,
        int retryCount,
        Instant createdAt) {}
