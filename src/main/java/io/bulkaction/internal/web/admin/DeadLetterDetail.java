package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.internal.web.access.Payloads;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Everything a person needs to decide about a dead letter; of a skipped one also who skipped it and why. */
record DeadLetterDetail(
        JobId jobId,
        GroupId groupId,
        String processorType,
        JobStatus status,
        String failedReason,
        String errorCode,
        int attemptsMade,
        @Nullable Instant failedAt,
        Instant createdAt,
        @Nullable JsonNode payload,
        String stackTrace,
        List<Attempt> attempts,
        @Nullable String resolvedBy,
        @Nullable Instant resolvedAt,
        @Nullable String resolution) {

    record Attempt(int attemptNumber, String error, String code, Instant timestamp) {}

    /** Spring logs what a call returns. */
    @Override
    public String toString() {
        return "DeadLetterDetail[jobId=" + jobId + ", groupId=" + groupId + ", payload=***]";
    }

    static DeadLetterDetail of(JobView job, Payloads payloads) {
        JobView.Failure error = job.error() == null ? new JobView.Failure("", "", "") : job.error();
        JobView.@Nullable Resolution resolution = job.resolution();
        return new DeadLetterDetail(
                job.id(),
                job.groupId(),
                job.processorType(),
                job.status(),
                error.message(),
                error.code(),
                job.attempts(),
                job.finishedAt(),
                job.createdAt(),
                payloads.ofDeadLetter(job.payload()),
                error.stackTrace(),
                job.history().stream()
                        .map(attempt -> new Attempt(attempt.attempt(), attempt.message(), attempt.code(), attempt.at()))
                        .toList(),
                resolution == null ? null : resolution.by(),
                resolution == null ? null : resolution.at(),
                resolution == null ? null : resolution.reason());
    }
}
