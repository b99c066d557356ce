package io.bulkaction.internal.operate;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.internal.flow.JobError;
import io.bulkaction.internal.flow.WaitReason;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job as a person sees it.
 *
 * @param status as of now; its hash alone does not say
 * @param waitReason why it waits for a time: its own next attempt, or its group is parked
 * @param until when it is due while it is WAITING, when its lease ends while it is PROCESSING, until when its group is
 *     parked while it is PENDING; null if unknown
 * @param attempts how often it was started
 * @param retryCount how many of its attempts failed, since a person last retried it
 * @param startedAt when its last attempt began
 * @param error of the last failed attempt
 * @param history failed attempts, oldest first; only the last ones of many
 * @param result JSON text
 */
public record JobView(
        JobId id,
        GroupId groupId,
        String processorType,
        String payload,
        JobStatus status,
        Place place,
        @Nullable WaitReason waitReason,
        @Nullable Instant until,
        int attempts,
        int retryCount,
        int recoveries,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable JobError error,
        List<FailedAttempt> history,
        @Nullable Resolution resolution,
        @Nullable String result) {

    /** Where a job is. */
    public enum Place {
        FAIR_QUEUE,
        /** With its group out of the fair queue for a while. */
        PARKED,
        READY,
        NON_READY,
        IN_FLIGHT,
        DEAD_LETTERS,
        /** In no place any more; kept for a while. */
        FINISHED
    }

    public record FailedAttempt(int attempt, Instant at, String code, String message) {}

    /** How a person resolved a dead letter. */
    public record Resolution(String by, Instant at, String reason) {}
}
