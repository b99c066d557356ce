package io.bulkaction.internal.web.submit;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.run.JobPage;
import io.bulkaction.internal.run.JobPages;
import io.bulkaction.internal.run.ListedJob;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.Payloads;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What has become of the jobs of a group, as a file. Only one page of jobs is in memory, however many there are. */
@Component
final class ResultFiles {

    private static final List<JobStatus> ENDED =
            List.of(JobStatus.COMPLETED, JobStatus.FAILED, JobStatus.MANUALLY_RESOLVED, JobStatus.CANCELLED,
                    JobStatus.EXPIRED);
    private static final int PAGE = 100;

    private final Payloads payloads;
    private final Callers callers;
    private final JsonMapper json;

    ResultFiles(Payloads payloads, Callers callers, JsonMapper json) {
        this.payloads = payloads;
        this.callers = callers;
        this.json = json;
    }

    void write(JobPages jobs, QueueName queue, GroupId group, String format, HttpServletResponse response)
            throws IOException {
        boolean isCsv = format.equals("csv");
        response.setContentType(isCsv ? "text/csv;charset=UTF-8" : "application/x-ndjson;charset=UTF-8");
        response.setHeader("Content-Disposition",
                "attachment; filename=\"" + group.value().replaceAll("[^A-Za-z0-9._-]", "_") + "." + format + "\"");
        Writer out = response.getWriter();
        if (isCsv) {
            out.write(Csv.BYTE_ORDER_MARK + Csv.line(Result.COLUMNS));
        }
        Lines lines = new Lines(out, isCsv, payloads.of(queue, group), callers.recheck());
        for (JobStatus status : ENDED) {
            write(jobs, status, lines);
        }
        out.flush();
    }

    private void write(JobPages jobs, JobStatus status, Lines lines) throws IOException {
        String cursor = null;
        do {
            JobPage page = jobs.results(status, cursor, PAGE).orElse(new JobPage(List.of(), null));
            for (ListedJob job : page.jobs()) {
                lines.recheck.run(); // why: a file may take hours, and whoever reads it may be locked out meanwhile
                Result result = result(status, job, lines.shown);
                lines.out.write(lines.isCsv ? Csv.line(result.cells()) : json.writeValueAsString(result) + "\n");
            }
            cursor = page.cursor();
        } while (cursor != null);
    }

    private static Result result(JobStatus status, ListedJob job, Payloads.OfGroup shown) {
        return new Result(
                job.id(), status, job.processorType(), job.attempts(), job.createdAt(), job.startedAt(),
                job.finishedAt(),
                job.errorCode(), job.error(), shown.of(job.result()));
    }

    /** Where the lines go, and what of them the reader may see. */
    private record Lines(Writer out, boolean isCsv, Payloads.OfGroup shown, Runnable recheck) {}

    /** A line of the file; the names are those of a job's own call. */
    record Result(
            JobId jobId,
            JobStatus status,
            String processorType,
            int attemptsMade,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            @Nullable String errorCode,
            @Nullable String failedReason,
            @Nullable JsonNode result) {

        static final List<String> COLUMNS =
                Stream.of(Result.class.getRecordComponents()).map(RecordComponent::getName).toList();

        List<@Nullable Object> cells() {
            return Arrays.asList(
                    jobId, status, processorType, attemptsMade, createdAt, startedAt, finishedAt, errorCode,
                    failedReason,
                    result);
        }
    }
}
