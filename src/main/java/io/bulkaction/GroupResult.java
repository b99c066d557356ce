package io.bulkaction;

import io.bulkaction.spi.ResultAggregator;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * What a run came to, as of its end. A dead letter that a person skips later changes the group's {@link GroupProgress}, not
 * this. When dead letters are retried after the end, the run ends again with a new result.
 *
 * @param queue the queue of the group
 * @param groupId the group
 * @param run number of the run, 1 for the first of its group
 * @param ending 1, or more when dead letters were retried after the run had ended, and it ended again
 * @param status {@code COMPLETED} when every job succeeded or was skipped by a person, {@code FAILED} when there are dead
 *     letters that nobody has skipped, {@code CANCELLED} when the run was cancelled; the group's current status in a partial
 *     result
 * @param totalJobs jobs of the run
 * @param successCount jobs that succeeded
 * @param failedCount dead letters: jobs that failed for good and that nobody has skipped
 * @param cancelledCount jobs that were cancelled
 * @param resolvedCount dead letters that a person has skipped
 * @param expiredCount jobs that had not started in time; they count neither as success nor as failure
 * @param successRate share of the jobs that succeeded among those that ran to an end, 0 to 1; null when none did
 * @param durations how long the jobs that succeeded took
 * @param errors why jobs failed for good, the most frequent error code first, at most 50 codes
 * @param createdAt when the first job was submitted
 * @param startedAt when the first job began; null when none did
 * @param finishedAt when the last job ended; null in a partial result
 * @param cancelReason the reason that was given; null unless the run was cancelled
 * @param data what the {@link ResultAggregator}s made of the jobs' results, by processor type
 */
public record GroupResult(
        @JsonSerialize(using = ToStringSerializer.class) QueueName queue,
        @JsonSerialize(using = ToStringSerializer.class) GroupId groupId,
        long run,
        long ending,
        GroupStatus status,
        long totalJobs,
        long successCount,
        long failedCount,
        long cancelledCount,
        long resolvedCount,
        long expiredCount,
        @Nullable Double successRate,
        Durations durations,
        List<ErrorSummary> errors,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String cancelReason,
        Map<String, JsonNode> data) {

    /**
     * How long jobs took, in milliseconds. The mean is exact, the others are right within 2 %. All are 0 when no job
     * succeeded.
     *
     * @param count jobs that were measured
     * @param min the shortest
     * @param mean the average
     * @param p50 half of the jobs took no longer
     * @param p95 95 % of the jobs took no longer
     * @param p99 99 % of the jobs took no longer
     * @param max the longest
     */
    public record Durations(long count, double min, double mean, double p50, double p95, double p99, double max) {}

    /**
     * One reason for which jobs failed for good.
     *
     * @param code the error code
     * @param count jobs that failed with it
     * @param exampleJobId one of them
     * @param exampleMessage the error message of that one
     */
    public record ErrorSummary(String code, long count, @Nullable String exampleJobId,
            @Nullable String exampleMessage) {}
}
