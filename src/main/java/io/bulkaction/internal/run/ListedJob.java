package io.bulkaction.internal.run;

import io.bulkaction.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job in a list of its group.
 *
 * @param until when it is due while it waits, when its lease ends while it runs; null for all others
 * @param error of its last failed attempt, cut where only a list is asked for; null when none failed
 * @param result JSON text; null where none was asked for
 */
public record ListedJob(
        JobId id,
        String processorType,
        int attempts,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Instant until,
        @Nullable String errorCode,
        @Nullable String error,
        @Nullable String result) {}
