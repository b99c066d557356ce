package io.bulkaction.web.admin;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.JobId;
import io.bulkaction.job.JobStatus;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.QueueOperations;
import io.bulkaction.queue.DeadLetters;
import io.bulkaction.queue.Queues;
import io.bulkaction.web.problem.ProblemException;
import io.bulkaction.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Dead letters: to look at, to retry, to skip. */
@RestController
@RequestMapping("/admin/queue")
final class FailedController {

    private static final ProblemType UNKNOWN_JOB = new ProblemType("UNKNOWN_JOB", HttpStatus.NOT_FOUND);

    private final QueueOperations operations;
    private final Queues queues;
    private final Said said;
    private final JsonMapper json;

    FailedController(QueueOperations operations, Queues queues, Said said, JsonMapper json) {
        this.operations = operations;
        this.queues = queues;
        this.said = said;
        this.json = json;
    }

    /** Newest first. */
    @GetMapping("/failed")
    FailedPage failed(
            @RequestParam(defaultValue = "default") String queue,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "10") @Min(1) @Max(1_000) int limit,
            @RequestParam(required = false) @Nullable String groupId,
            @RequestParam(required = false) @Nullable String errorCode,
            @RequestParam(required = false) @Nullable String processorType) {
        DeadLetters.Page found = queues.get(new QueueName(queue))
                .desk()
                .deadLetters()
                .page(filter(groupId, errorCode, processorType), (page - 1L) * limit, limit);
        return FailedPage.of(found, json);
    }

    @GetMapping("/failed/{jobId}")
    FailedDetail failed(@PathVariable String jobId, @RequestParam(defaultValue = "default") String queue) {
        return queues.get(new QueueName(queue))
                .desk()
                .jobs()
                .find(new JobId(jobId))
                .filter(job -> job.status() == JobStatus.FAILED || job.status() == JobStatus.MANUALLY_RESOLVED)
                .map(job -> FailedDetail.of(job, json))
                .orElseThrow(() -> new ProblemException(UNKNOWN_JOB, jobId, queue));
    }

    /** The job keeps its id, which is its idempotency key; its run reopens. */
    @PostMapping("/retry/{jobId}")
    RetryJobResponse retry(
            @PathVariable String jobId,
            @RequestParam(defaultValue = "default") String queue,
            HttpServletRequest http) {
        operations.retry(new QueueName(queue), new JobId(jobId), said.actor(http));
        return new RetryJobResponse(true, said.text("admin.retried"), jobId, jobId);
    }

    @PostMapping("/skip/{jobId}")
    SkipJobResponse skip(
            @PathVariable String jobId,
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody(required = false) @Nullable ReasonRequest request,
            HttpServletRequest http) {
        operations.skip(new QueueName(queue), new JobId(jobId), reason(request), said.actor(http));
        return new SkipJobResponse(true, said.text("admin.skipped"), jobId, JobStatus.MANUALLY_RESOLVED);
    }

    @PostMapping("/skip-all-and-resume")
    SkipAllAndResumeResponse skipAllAndResume(
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody(required = false) @Nullable ReasonRequest request,
            HttpServletRequest http) {
        QueueOperations.SkippedAll done =
                operations.skipAllAndResume(new QueueName(queue), reason(request), said.actor(http));
        return new SkipAllAndResumeResponse(
                true, done.skipped(), said.text("admin.skipped.all", done.skipped()), done.resumedAt());
    }

    @PostMapping("/retry-all")
    RetryAllResponse retryAll(
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody(required = false) @Nullable RetryAllRequest request,
            HttpServletRequest http) {
        DeadLetters.Filter filter =
                request == null
                        ? DeadLetters.Filter.ALL
                        : filter(request.groupId(), request.errorCode(), request.processorType());
        long retried = operations.retryAll(new QueueName(queue), filter, said.actor(http));
        return new RetryAllResponse(true, retried, said.text("admin.retried.all", retried));
    }

    /** A paused queue stays paused. */
    @PostMapping("/skip-all")
    SkipAllResponse skipAll(
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody(required = false) @Nullable SkipAllRequest request,
            HttpServletRequest http) {
        DeadLetters.Filter filter = request == null
                ? DeadLetters.Filter.ALL
                : filter(request.groupId(), request.errorCode(), request.processorType());
        long skipped = operations.skipAll(
                new QueueName(queue), filter, request == null ? null : request.reason(), said.actor(http));
        return new SkipAllResponse(true, skipped, said.text("admin.skipped.some", skipped));
    }

    private static DeadLetters.Filter filter(
            @Nullable String groupId, @Nullable String errorCode, @Nullable String processorType) {
        return new DeadLetters.Filter(groupId == null ? null : new GroupId(groupId), errorCode, processorType);
    }

    private static @Nullable String reason(@Nullable ReasonRequest request) {
        return request == null ? null : request.reason();
    }

    record ReasonRequest(@Nullable String reason) {}

    record RetryAllRequest(
            @Nullable String groupId, @Nullable String errorCode, @Nullable String processorType) {}

    record SkipAllRequest(
            @Nullable String reason,
            @Nullable String groupId,
            @Nullable String errorCode,
            @Nullable String processorType) {}

    record RetryJobResponse(boolean success, String message, String jobId, String newJobId) {}

    record SkipJobResponse(boolean success, String message, String jobId, JobStatus newStatus) {}

    record SkipAllResponse(boolean success, long skippedCount, String message) {}

    record SkipAllAndResumeResponse(boolean success, long skippedCount, String message, Instant resumedAt) {}

    record RetryAllResponse(boolean success, long retriedCount, String message) {}
}
