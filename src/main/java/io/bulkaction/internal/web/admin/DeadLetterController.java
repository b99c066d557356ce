package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.JobRef;
import io.bulkaction.internal.operate.JobRefs;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.internal.web.access.Payloads;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists dead letters; shows, retries and skips one, which the id alone names unless several groups have it. */
@RestController
@RequestMapping("/admin/queue")
final class DeadLetterController {

    private final QueueOperations operations;
    private final Queues queues;
    private final AdminMessages messages;
    private final Payloads payloads;

    DeadLetterController(QueueOperations operations, Queues queues, AdminMessages messages, Payloads payloads) {
        this.operations = operations;
        this.queues = queues;
        this.messages = messages;
        this.payloads = payloads;
    }

    /** Newest first. */
    @GetMapping("/failed")
    DeadLetterPage list(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "10") @Min(1) @Max(1_000) int limit,
            @RequestParam(required = false) @Nullable GroupId groupId,
            @RequestParam(required = false) @Nullable String errorCode,
            @RequestParam(required = false) @Nullable String processorType) {
        DeadLetters.Filter filter = new DeadLetters.Filter(groupId, errorCode, processorType);
        return DeadLetterPage.of(
                DeadLetters.of(queues.get(queue)).page(filter, (page - 1L) * limit, limit), payloads);
    }

    /** How many dead letters each error code has, the most frequent first. */
    @GetMapping("/errors")
    DeadLetterErrors errors(@RequestParam(defaultValue = "default") QueueName queue) {
        DeadLetterErrors errors = DeadLetterErrors.of(DeadLetters.of(queues.get(queue)).errors());
        payloads.noteErrors(errors.items().size());
        return errors;
    }

    /** Also shows a job that was skipped, with who skipped it and why. */
    @GetMapping("/failed/{jobId}")
    DeadLetterDetail show(
            @PathVariable JobId jobId,
            @RequestParam(required = false) @Nullable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue) {
        JobName name = JobRefs.of(queues.get(queue)).one(new JobRef(groupId, jobId));
        return JobLookup.of(queues.get(queue))
                .find(name)
                .filter(job -> job.status() == JobStatus.FAILED || job.status() == JobStatus.MANUALLY_RESOLVED)
                .map(job -> DeadLetterDetail.of(job, payloads))
                .orElseThrow(() -> new ProblemException(ProblemType.UNKNOWN_JOB, name, queue));
    }

    /** The job keeps its id, which is its idempotency key; its run reopens. */
    @PostMapping("/retry/{jobId}")
    RetryJobResponse retry(
            @PathVariable JobId jobId,
            @RequestParam(required = false) @Nullable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            Actor actor) {
        JobName job = operations.retry(queue, new JobRef(groupId, jobId), actor);
        return new RetryJobResponse(true, messages.text("admin.retried"), jobId, job.group(), jobId);
    }

    @PostMapping("/skip/{jobId}")
    SkipJobResponse skip(
            @PathVariable JobId jobId,
            @RequestParam(required = false) @Nullable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Nullable ReasonRequest request,
            Actor actor) {
        JobName job = operations.skip(queue, new JobRef(groupId, jobId), ReasonRequest.reason(request), actor);
        return new SkipJobResponse(
                true, messages.text("admin.skipped"), jobId, job.group(), JobStatus.MANUALLY_RESOLVED);
    }

    /** @param newJobId always the same id */
    record RetryJobResponse(boolean success, String message, JobId jobId, GroupId groupId, JobId newJobId) {}

    record SkipJobResponse(boolean success, String message, JobId jobId, GroupId groupId, JobStatus newStatus) {}
}
