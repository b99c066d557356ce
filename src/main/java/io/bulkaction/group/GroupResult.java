package io.bulkaction.group;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.GroupStatus;
import io.bulkaction.job.QueueName;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * What a run came to. As of its end: a dead letter that a person settles later changes the group's progress, not this.
 *
 * @param ending 1, or more when dead letters were revived after the run had ended, and it ended again
 * @param status COMPLETED when every job succeeded or was settled by hand, FAILED when there are dead letters,
 *     CANCELLED; the group's current status in a partial result
 * @param successRate share of the jobs that succeeded among those that ran to an end; null when none did
 * @param durations of the jobs that succeeded
 * @param errors of the jobs that failed for good, the most frequent first, at most {@value #MOST_ERRORS} codes
 * @param startedAt first claim, null when no job was claimed
 * @param finishedAt end of the last job, null in a partial result
 * @param cancelReason null unless somebody cancelled it
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
        @Nullable Double successRate,
        Durations durations,
        List<ErrorSummary> errors,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String cancelReason,
        Map<String, JsonNode> data) {

    static final int MOST_ERRORS = 50;

    /** In milliseconds; the mean is exact, the others are right within 2 %. All 0 when no job succeeded. */
    public record Durations(long count, double min, double mean, double p50, double p95, double p99, double max) {}

    /** One error code, how many jobs it ended, and what one of them said. */
    public record ErrorSummary(String code, long count, @Nullable String exampleJobId,
            @Nullable String exampleMessage) {}
}
