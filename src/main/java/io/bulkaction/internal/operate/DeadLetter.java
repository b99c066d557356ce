package io.bulkaction.internal.operate;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job that failed for good, as it stands in a list.
 *
 * @param attempts how often it was started
 * @param payload JSON text; null when it is too long for a list, {@code payloadBytes} long
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
