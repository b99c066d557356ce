package io.bulkaction;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job as it is at one moment, for people and programs that look for one.
 *
 * @param id the id, unique within the group
 * @param groupId the group
 * @param processorType the type of the processor
 * @param payload JSON text, as it was submitted; null once the job was cancelled, because its payload is gone then
 * @param status how it stands
 * @param place where it is
 * @param waitReason why it waits for a time: its own next attempt, or its group is parked; null when it does not
 * @param until when it is due while it is WAITING, when its lease ends while it is PROCESSING, until when its group is
 *     parked while it is PENDING; null if unknown
 * @param attempts how often it was started
 * @param retryCount how many of its attempts failed, since a person last retried it
 * @param recoveries how often its instance was lost while it ran
 * @param createdAt when it was submitted
 * @param startedAt when its last attempt began; null before the first
 * @param finishedAt when it ended; null before
 * @param error of the last failed attempt; null when none failed
 * @param history failed attempts, oldest first; only the last ones of many
 * @param resolution how a person skipped it; null when nobody did
 * @param result what the processor returned, JSON text; null when it returned nothing
 * @param progress what its current or last attempt said of itself; null when it said nothing
 * @param checkpoint where its next attempt can continue, JSON text; null when it has kept nothing
 * @param instance the instance that runs it, or where it succeeded; null else, and when its instance is not known any more
 * @param metadata what its submitter said about it, see {@link JobRequest#with}
 */
public record JobView(
        JobId id,
        GroupId groupId,
        String processorType,
        @Nullable String payload,
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
        @Nullable Failure error,
        List<FailedAttempt> history,
        @Nullable Resolution resolution,
        @Nullable String result,
        @Nullable Progress progress,
        @Nullable String checkpoint,
        @Nullable String instance,
        Map<String, String> metadata) {

    /**
     * How far a job says it is.
     *
     * @param percent 0 to 100
     * @param text what it does
     */
    public record Progress(double percent, String text) {}

    /** Where a job is. */
    public enum Place {
        /** Waits for the turn of its group. */
        FAIR_QUEUE,
        /** With its group out of the fair queue for a while. */
        PARKED,
        /** Waits for a worker. */
        READY,
        /** Is to start later. */
        SCHEDULED,
        /** Waits for the time of its next attempt. */
        NON_READY,
        /** An instance has claimed it. */
        IN_FLIGHT,
        /** Failed for good and waits for a person. */
        DEAD_LETTERS,
        /** In no place any more; kept for a while. */
        FINISHED
    }

    /**
     * Why an attempt failed.
     *
     * @param code the code of the error
     * @param message what the error says
     * @param stackTrace empty when there is none
     */
    public record Failure(String code, String message, String stackTrace) {}

    /**
     * An attempt that failed.
     *
     * @param attempt its number, from 1
     * @param at when it failed
     * @param code the code of the error
     * @param message what the error says
     * @param startedAt when it began; null if unknown
     * @param instance the instance that ran it; null if that is not known any more
     */
    public record FailedAttempt(
            int attempt, Instant at, String code, String message, @Nullable Instant startedAt,
            @Nullable String instance) {}

    /**
     * How a person resolved a dead letter.
     *
     * @param by the person
     * @param at when
     * @param reason why
     */
    public record Resolution(String by, Instant at, String reason) {}
}
