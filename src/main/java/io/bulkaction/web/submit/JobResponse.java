package io.bulkaction.web.submit;

import io.bulkaction.job.JobStatus;
import io.bulkaction.job.QueueName;
import io.bulkaction.job.WaitReason;
import io.bulkaction.queue.JobError;
import io.bulkaction.queue.JobView;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A job as its submitter sees it. @param until when it is due, its lease ends or its group is parked, by its status */
record JobResponse(
        String jobId,
        String queue,
        String groupId,
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
        @Nullable String errorCode,
        @Nullable String failedReason,
        List<AttemptResponse> attempts,
        JsonNode payload,
        @Nullable JsonNode result) {

    record AttemptResponse(int attemptNumber, String error, String code, Instant timestamp) {

        static AttemptResponse of(JobView.FailedAttempt attempt) {
            return new AttemptResponse(attempt.attempt(), attempt.message(), attempt.code(), attempt.at());
        }
    }

    static JobResponse of(QueueName queue, JobView job, JsonMapper json) {
        JobError error = job.error();
        return new JobResponse(
                job.id().value(),
                queue.value(),
                job.groupId().value(),
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
                error == null ? null : error.code(),
                error == null ? null : error.message(),
                job.history().stream().map(AttemptResponse::of).toList(),
                json.readTree(job.payload()),
                job.result() == null ? null : json.readTree(job.result()));
    }
}
