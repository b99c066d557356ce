package io.bulkaction.web.submit;

import io.bulkaction.job.JobId;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.Queues;
import io.bulkaction.web.problem.ProblemException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Where one job is. */
@RestController
final class JobController {

    private final Queues queues;
    private final JsonMapper json;

    JobController(Queues queues, JsonMapper json) {
        this.queues = queues;
        this.json = json;
    }

    @GetMapping("/api/jobs/{jobId}")
    JobResponse job(@PathVariable String jobId, @RequestParam(defaultValue = "default") String queue) {
        QueueName name = new QueueName(queue);
        return queues.get(name)
                .desk()
                .jobs()
                .find(new JobId(jobId))
                .map(job -> JobResponse.of(name, job, json))
                .orElseThrow(() -> new ProblemException(SubmitProblems.UNKNOWN_JOB, jobId, queue));
    }
}
