package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionService;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.JobCancellation;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.Payloads;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The state of one job. */
@RestController
final class JobController {

    private final BulkActionService bulkActions;
    private final ShownExplanations shown;
    private final Payloads payloads;
    private final Callers callers;
    private final Audit audit;

    JobController(BulkActionService bulkActions, Payloads payloads, Audit audit, ShownExplanations shown,
            Callers callers) {
        this.callers = callers;
        this.shown = shown;
        this.audit = audit;
        this.bulkActions = bulkActions;
        this.payloads = payloads;
    }

    @GetMapping("/api/bulk-actions/{groupId}/jobs/{jobId}")
    JobResponse job(
            @PathVariable GroupId groupId,
            @PathVariable JobId jobId,
            @RequestParam(defaultValue = "default") QueueName queue) {
        return bulkActions.job(queue.value(), groupId.value(), jobId.value())
                .map(job -> JobResponse.of(queue, job, payloads))
                .map(job -> callers.scope().hasGroups() ? job.withoutInstances() : job)
                .orElseThrow(() -> unknown(groupId, jobId, queue));
    }

    /** A job that runs is interrupted within two seconds and ends as cancelled unless it succeeds first. */
    @DeleteMapping("/api/bulk-actions/{groupId}/jobs/{jobId}")
    JobCancellation cancel(
            @PathVariable GroupId groupId,
            @PathVariable JobId jobId,
            @RequestParam(defaultValue = "default") QueueName queue,
            Actor actor) {
        JobName job = new JobName(groupId, jobId);
        JobCancellation done = bulkActions.cancelJob(queue.value(), groupId.value(), jobId.value())
                .orElseThrow(() -> unknown(groupId, jobId, queue));
        if (done.changed()) {
            audit.note(queue, actor, "cancel job", job.toString(), Audit.Outcome.DONE, done.status().name());
            return done;
        }
        return switch (done.status()) {
            case FAILED -> throw new ProblemException(SubmitProblems.IS_DEAD_LETTER, job);
            case COMPLETED, MANUALLY_RESOLVED ->
                throw new ProblemException(SubmitProblems.JOB_ENDED, job, done.status());
            default -> done;
        };
    }

    /** Why it is where it is: what it waits for, and when it is expected to start. */
    @GetMapping("/api/bulk-actions/{groupId}/jobs/{jobId}/explain")
    Explanation explain(
            @PathVariable GroupId groupId,
            @PathVariable JobId jobId,
            @RequestParam(defaultValue = "default") QueueName queue) {
        return bulkActions.explain(queue.value(), groupId.value(), jobId.value())
                .map(shown::of)
                .orElseThrow(() -> unknown(groupId, jobId, queue));
    }

    private static ProblemException unknown(GroupId groupId, JobId jobId, QueueName queue) {
        return new ProblemException(ProblemType.UNKNOWN_JOB, new JobName(groupId, jobId), queue);
    }
}
