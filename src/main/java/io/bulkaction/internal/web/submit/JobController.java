package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionService;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.web.access.Payloads;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The state of one job. */
@RestController
final class JobController {

    private final BulkActionService bulkActions;
    private final Payloads payloads;

    JobController(BulkActionService bulkActions, Payloads payloads) {
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
                .orElseThrow(() -> unknown(groupId, jobId, queue));
    }

    /** Why it is where it is: what it waits for, and when it is expected to start. */
    @GetMapping("/api/bulk-actions/{groupId}/jobs/{jobId}/explain")
    Explanation explain(
            @PathVariable GroupId groupId,
            @PathVariable JobId jobId,
            @RequestParam(defaultValue = "default") QueueName queue) {
        return bulkActions.explain(queue.value(), groupId.value(), jobId.value())
                .map(explanation -> Explainer.in(LocaleContextHolder.getLocale(), explanation))
                .orElseThrow(() -> unknown(groupId, jobId, queue));
    }

    private static ProblemException unknown(GroupId groupId, JobId jobId, QueueName queue) {
        return new ProblemException(ProblemType.UNKNOWN_JOB, new JobName(groupId, jobId), queue);
    }
}
