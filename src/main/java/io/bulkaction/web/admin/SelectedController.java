package io.bulkaction.web.admin;

import io.bulkaction.job.JobId;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.QueueOperations;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Dead letters a person has picked from a list. What is none any more is left as it is and named in the answer. */
@RestController
@RequestMapping("/admin/queue")
final class SelectedController {

    private static final int MOST_JOBS = 1_000;

    private final QueueOperations operations;
    private final Said said;

    SelectedController(QueueOperations operations, Said said) {
        this.operations = operations;
        this.said = said;
    }

    @PostMapping("/retry-selected")
    RetrySelectedResponse retry(
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody @Valid RetrySelectedRequest request,
            HttpServletRequest http) {
        Set<JobId> jobs = jobs(request.jobIds());
        List<JobId> retried = operations.retry(new QueueName(queue), jobs, said.actor(http));
        return new RetrySelectedResponse(
                true,
                said.text("admin.retried.selected", retried.size(), jobs.size()),
                retried.size(),
                missing(jobs, retried));
    }

    @PostMapping("/skip-selected")
    SkipSelectedResponse skip(
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody @Valid SkipSelectedRequest request,
            HttpServletRequest http) {
        Set<JobId> jobs = jobs(request.jobIds());
        List<JobId> skipped = operations.skip(new QueueName(queue), jobs, request.reason(), said.actor(http));
        return new SkipSelectedResponse(
                true,
                said.text("admin.skipped.selected", skipped.size(), jobs.size()),
                skipped.size(),
                missing(jobs, skipped));
    }

    /** Each once: a job that is named twice is no reason to call it missing. */
    private static Set<JobId> jobs(List<String> ids) {
        Set<JobId> jobs = new LinkedHashSet<>();
        ids.forEach(id -> jobs.add(new JobId(id)));
        return jobs;
    }

    private static List<String> missing(Set<JobId> asked, Collection<JobId> done) {
        Set<JobId> left = new LinkedHashSet<>(asked);
        done.forEach(left::remove);
        return left.stream().map(JobId::value).toList();
    }

    record RetrySelectedRequest(@NotEmpty @Size(max = MOST_JOBS) List<@NotNull String> jobIds) {}

    record SkipSelectedRequest(
            @NotEmpty @Size(max = MOST_JOBS) List<@NotNull String> jobIds, @Nullable String reason) {}

    record RetrySelectedResponse(boolean success, String message, int retriedCount, List<String> missing) {}

    record SkipSelectedResponse(boolean success, String message, int skippedCount, List<String> missing) {}
}
