package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.web.access.Payloads;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
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
                .orElseThrow(() -> new ProblemException(ProblemType.UNKNOWN_JOB, new JobName(groupId, jobId), queue));
    }
}
