package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.Rescheduling;
import io.bulkaction.Timing;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Changes when a group or a job starts that has not. */
@RestController
@RequestMapping("/api/bulk-actions/{groupId}")
final class ScheduleController {

    private final BulkActionService bulkActions;
    private final Audit audit;

    ScheduleController(BulkActionService bulkActions, Audit audit) {
        this.bulkActions = bulkActions;
        this.audit = audit;
    }

    @PutMapping("/schedule")
    RescheduledGroup group(
            @PathVariable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody GroupSchedule request,
            Actor actor) {
        Rescheduling done = bulkActions
                .reschedule(queue.value(), groupId.value(), timing("startAt", request.startAt(), request.delay()))
                .orElseThrow(() -> new ProblemException(ProblemType.UNKNOWN_GROUP, groupId, queue));
        note(queue, actor, "reschedule group", groupId.value(), done);
        return new RescheduledGroup(done.changed(), done.startsAt());
    }

    @PutMapping("/jobs/{jobId}/schedule")
    RescheduledJob job(
            @PathVariable GroupId groupId,
            @PathVariable JobId jobId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody JobSchedule request,
            Actor actor) {
        JobName job = new JobName(groupId, jobId);
        Rescheduling done = bulkActions
                .rescheduleJob(queue.value(), groupId.value(), jobId.value(),
                        timing("runAt", request.runAt(), request.delay()))
                .orElseThrow(() -> new ProblemException(ProblemType.UNKNOWN_JOB, job, queue));
        note(queue, actor, "reschedule job", job.toString(), done);
        return new RescheduledJob(done.changed(), done.startsAt());
    }

    private void note(QueueName queue, Actor actor, String action, String subject, Rescheduling done) {
        if (done.changed()) {
            audit.note(queue, actor, action, subject, Audit.Outcome.DONE, when(done));
        }
    }

    private static String when(Rescheduling done) {
        return Objects.toString(done.startsAt(), "at once");
    }

    /** @param time null when it is left out, unlike one that is JSON's null: at once */
    private static Timing timing(String field, @Nullable JsonNode time, @Nullable String delay) {
        if (time == null && delay == null) {
            throw InvalidFieldException.required(field);
        }
        if (time != null && !time.isNull() && !time.isString()) {
            throw InvalidFieldException.notATime(field);
        }
        Instant at = time == null || time.isNull() ? null : Times.instant(field, time.asString());
        return field.equals("runAt")
                ? Timing.ofJob(at, Times.duration("delay", delay), null, null)
                : new Timing(at, Times.duration("delay", delay));
    }

    /**
     * @param startAt ISO 8601 with an offset; null: at once
     * @param delay the same, counted from now
     */
    record GroupSchedule(@Nullable JsonNode startAt, @Nullable String delay) {}

    /**
     * @param runAt ISO 8601 with an offset; null: at once
     * @param delay the same, counted from now
     */
    record JobSchedule(@Nullable JsonNode runAt, @Nullable String delay) {}

    /** @param startAt null: at once */
    record RescheduledGroup(boolean changed, @Nullable Instant startAt) {}

    /** @param runAt null: at once */
    record RescheduledJob(boolean changed, @Nullable Instant runAt) {}
}
