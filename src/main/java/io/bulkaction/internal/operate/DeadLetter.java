package io.bulkaction.internal.operate;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that failed for good, as a list shows it.
 *
 * @param attempts how often it was started
 * @param payload JSON text of {@code payloadBytes}; null if that is too long for a list
 */
public record DeadLetter(
        JobId id,
        GroupId groupId,
        String processorType,
        String errorCode,
        String error,
        int attempts,
        Instant createdAt,
        Instant failedAt,
        @Nullable String payload,
        long payloadBytes) {}
