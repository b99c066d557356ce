package io.bulkaction.internal.web.submit;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.web.access.Payloads;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A job as its submitter sees it.
 *
 * @param payload null if the caller may not see it; the same holds for the result
 * @param checkpoint where its next attempt can continue
 * @param until by its status: when it is due, when its lease ends, or until when its group is parked
 */
record JobResponse(
        JobId jobId,
        QueueName queue,
        GroupId groupId,
        String processorType,
        JobStatus status,
        JobView.Place place,
        @Nullable WaitReason waitReason,
        @Nullable Instant until,
        int attemptsMade,
        int retryCount,
        int recoveries,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String instance,
        @Nullable String errorCode,
        @Nullable String failedReason,
        List<AttemptResponse> attempts,
        JobView.@Nullable Progress progress,
        @Nullable JsonNode checkpoint,
        Map<String, String> metadata,
        @Nullable JsonNode payload,
        @Nullable JsonNode result) {

    record AttemptResponse(
            int attemptNumber,
            String error,
            String code,
            Instant timestamp,
            @Nullable Instant startedAt,
            @Nullable String instance) {

        AttemptResponse withoutInstance() {
            return new AttemptResponse(attemptNumber, error, code, timestamp, startedAt, null);
        }

        static AttemptResponse of(JobView.FailedAttempt attempt) {
            return new AttemptResponse(
                    attempt.attempt(), attempt.message(), attempt.code(), attempt.at(), attempt.startedAt(),
                    attempt.instance());
        }
    }

    /** For somebody who is kept to some groups: names of instances are often those of hosts. */
    JobResponse withoutInstances() {
        return new JobResponse(
                jobId, queue, groupId, processorType, status, place, waitReason, until, attemptsMade, retryCount,
                recoveries, createdAt, startedAt, finishedAt, null, errorCode, failedReason,
                attempts.stream().map(AttemptResponse::withoutInstance).toList(), progress, checkpoint, metadata,
                payload,
                result);
    }

    /** Spring logs what a call returns. */
    @Override
    public String toString() {
        return "JobResponse[jobId=" + jobId + ", groupId=" + groupId + ", status=" + status + ", payload=***]";
    }

    static JobResponse of(QueueName queue, JobView job, Payloads all) {
        Payloads.OfGroup payloads = all.of(queue, job.groupId());
        JobView.@Nullable Failure error = job.error();
        return new JobResponse(
                job.id(),
                queue,
                job.groupId(),
                job.processorType(),
                job.status(),
                job.place(),
                job.waitReason(),
                job.until(),
                job.attempts(),
                job.retryCount(),
                job.recoveries(),
                job.createdAt(),
                job.startedAt(),
                job.finishedAt(),
                job.instance(),
                error == null ? null : error.code(),
                error == null ? null : error.message(),
                job.history().stream().map(AttemptResponse::of).toList(),
                job.progress(),
                payloads.of(job.checkpoint()),
                job.metadata(),
                payloads.of(job.payload()),
                payloads.of(job.result()));
    }
}
