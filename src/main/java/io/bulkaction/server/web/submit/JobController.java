package io.bulkaction.server.web.submit;

import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.JobLookup;
import io.bulkaction.server.web.problem.ProblemException;
import io.bulkaction.server.web.problem.ProblemType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** The state of one job. */
@RestController
final class JobController {

    private final Queues queues;
    private final JsonMapper json;

    JobController(Queues queues, JsonMapper json) {
        this.queues = queues;
        this.json = json;
    }

    @GetMapping("/api/jobs/{jobId}")
    JobResponse job(@PathVariable JobId jobId, @RequestParam(defaultValue = "default") QueueName queue) {
        return JobLookup.of(queues.get(queue))
                .find(jobId)
                .map(job -> JobResponse.of(queue, job, json))
                .orElseThrow(() -> new ProblemException(ProblemType.UNKNOWN_JOB, jobId, queue));
    }
}
