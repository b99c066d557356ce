package io.bulkaction.web.admin;

import io.bulkaction.job.JobStatus;
import io.bulkaction.queue.JobError;
import io.bulkaction.queue.JobView;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Everything needed to judge a dead letter. */
record FailedDetail(
        String jobId,
        String groupId,
        String processorType,
        JobStatus status,
        String failedReason,
        String errorCode,
        int attemptsMade,
        @Nullable Instant failedAt,
        Instant createdAt,
        JsonNode payload,
        String stackTrace,
        List<Attempt> attempts,
        @Nullable String resolvedBy,
        @Nullable Instant resolvedAt,
        @Nullable String resolution) {

    record Attempt(int attemptNumber, String error, String code, Instant timestamp) {}

    static FailedDetail of(JobView job, JsonMapper json) {
        JobError error = job.error() == null ? new JobError("", "", "") : job.error();
        JobView.@Nullable Resolution resolution = job.resolution();
        return new FailedDetail(
                job.id().value(),
                job.groupId().value(),
                job.processorType(),
                job.status(),
                error.message(),
                error.code(),
                job.attempts(),
                job.finishedAt(),
                job.createdAt(),
                json.readTree(job.payload()),
                error.stackTrace(),
                job.history().stream()
                        .map(attempt -> new Attempt(attempt.attempt(), attempt.message(), attempt.code(), attempt.at()))
                        .toList(),
                resolution == null ? null : resolution.by(),
                resolution == null ? null : resolution.at(),
                resolution == null ? null : resolution.reason());
    }
}
