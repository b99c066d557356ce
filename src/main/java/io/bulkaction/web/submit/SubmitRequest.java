package io.bulkaction.web.submit;

import io.bulkaction.job.PriorityLevel;
import io.bulkaction.queue.GroupLimits;
import io.bulkaction.submit.JobRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Jobs of one group, sent as one JSON document. */
record SubmitRequest(
        @Nullable String queue,
        @NotNull String groupId,
        @NotNull String processorType,
        @Nullable PriorityLevel priorityLevel,
        @Nullable Long basePriority,
        @Nullable @PositiveOrZero @DecimalMax(GroupLimits.MOST_RPS) Double maxRps,
        @Nullable @PositiveOrZero Integer maxConcurrency,
        @Nullable String callbackUrl,
        @Nullable Boolean sealed,
        @NotEmpty @Size(max = SubmitRequest.MAX_JOBS) List<@Valid @NotNull SubmittedJob> jobs)
        implements
            SubmitTarget {

    static final int MAX_JOBS = 10_000;

    /** @param jobId idempotency key; generated when left out */
    record SubmittedJob(@Nullable String jobId, @NotNull JsonNode payload) {

        JobRequest toRequest() {
            return new JobRequest(jobId, payload);
        }
    }

    List<JobRequest> jobRequests() {
        return jobs.stream().map(SubmittedJob::toRequest).toList();
    }
}
