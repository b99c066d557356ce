package io.bulkaction.internal.web.submit;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.JobPage;
import io.bulkaction.internal.run.ListedJob;
import io.bulkaction.internal.web.access.Payloads;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The jobs of a group: by status, a page at a time, and what has become of them as a file. */
@RestController
@RequestMapping("/api/bulk-actions/{groupId}")
final class GroupJobsController {

    private static final String CURSOR = "r\\([0-9.e+]{1,24}|s?[0-9]{1,15}";

    private final GroupService groups;
    private final ResultFiles files;
    private final Payloads payloads;

    GroupJobsController(GroupService groups, ResultFiles files, Payloads payloads) {
        this.payloads = payloads;
        this.groups = groups;
        this.files = files;
    }

    @GetMapping("/jobs")
    JobsResponse jobs(
            @PathVariable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestParam JobStatus status,
            @RequestParam(required = false) @Pattern(regexp = CURSOR) @Nullable String cursor,
            @RequestParam(defaultValue = "50") @Min(1) @Max(1_000) int limit) {
        JobPage page =
                groups.jobs(queue, groupId).page(status, cursor, limit).orElseThrow(() -> unknown(groupId, queue));
        payloads.noteErrors(page.jobs().stream().filter(job -> job.error() != null).count());
        return new JobsResponse(
                status, page.jobs().stream().map(ListedJobResponse::of).toList(), page.cursor());
    }

    /** Every job of the run that has ended, with what it returned, written while it is read. */
    @GetMapping("/job-results")
    void results(
            @PathVariable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestParam(defaultValue = "ndjson") @Pattern(regexp = "ndjson|csv") String format,
            HttpServletResponse response)
            throws IOException {
        groups.progress(queue, groupId).orElseThrow(() -> unknown(groupId, queue));
        files.write(groups.jobs(queue, groupId), queue, groupId, format, response);
    }

    private static ProblemException unknown(GroupId groupId, QueueName queue) {
        return new ProblemException(ProblemType.UNKNOWN_GROUP, groupId, queue);
    }

    /** @param cursor for the next page; null when there is none */
    record JobsResponse(JobStatus status, List<ListedJobResponse> jobs, @Nullable String cursor) {}

    record ListedJobResponse(
            JobId jobId,
            String processorType,
            int attemptsMade,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            @Nullable Instant until,
            @Nullable String errorCode,
            @Nullable String failedReason) {

        static ListedJobResponse of(ListedJob job) {
            return new ListedJobResponse(
                    job.id(), job.processorType(), job.attempts(), job.createdAt(), job.startedAt(), job.finishedAt(),
                    job.until(), job.errorCode(), job.error());
        }
    }
}
