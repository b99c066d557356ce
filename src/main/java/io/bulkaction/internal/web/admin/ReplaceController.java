package io.bulkaction.internal.web.admin;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.JobId;
import io.bulkaction.JobRequest;
import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.Submission;
import io.bulkaction.Timing;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.JobRef;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.internal.web.access.CallerRights.Ability;
import io.bulkaction.internal.web.access.Callers;
import io.bulkaction.internal.web.access.ExactJson;
import io.bulkaction.internal.web.access.Payloads;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * Retries a dead letter with another payload. That is a new job with an id of its own, because the id is the idempotency key
 * that others may have seen with the old payload; the old job is skipped.
 */
@RestController
@RequestMapping("/admin/queue")
final class ReplaceController {

    private final BulkActionService bulkActions;
    private final QueueOperations operations;
    private final Queues queues;
    private final AdminMessages messages;
    private final Payloads payloads;
    private final Callers callers;

    ReplaceController(
            BulkActionService bulkActions, QueueOperations operations, Queues queues, AdminMessages messages,
            Payloads payloads, Callers callers) {
        this.bulkActions = bulkActions;
        this.operations = operations;
        this.queues = queues;
        this.messages = messages;
        this.payloads = payloads;
        this.callers = callers;
    }

    /** As text, so that a browser leaves its numbers as they are. */
    @GetMapping(path = "/failed/{jobId}/payload", produces = MediaType.TEXT_PLAIN_VALUE + ";charset=UTF-8")
    Resource payload(
            @PathVariable JobId jobId,
            @RequestParam GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue) {
        // why not a String: what a call returns may be logged as it is
        return new ByteArrayResource(
                payloads.toEdit(original(queue, new JobName(groupId, jobId))).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Submits the new job first, so that nothing is lost if this process dies in between; the same call again then skips the
     * old one.
     */
    @PostMapping("/replace/{jobId}")
    ReplaceResponse replace(
            @PathVariable JobId jobId,
            @RequestParam GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody ReplaceRequest request,
            Actor actor)
            throws IOException {
        callers.require(Ability.SUBMIT);
        request.check();
        JobName name = new JobName(groupId, jobId);
        JobView job = deadLetter(queue, name);
        JobId newId = new JobId(request.newJobId());
        String payload = payloads.edited(request.payload(), original(queue, name)).toString();
        submit(queue, job, new JobRequest(newId.value(), new JobRequest.Json(payload), Timing.NONE, job.metadata()));
        operations.skip(queue, new JobRef(groupId, jobId), reason(request, newId), actor);
        return new ReplaceResponse(true, messages.text("admin.replaced", newId), jobId, groupId, newId);
    }

    private void submit(QueueName queue, JobView job, JobRequest replacement)
            throws IOException {
        BulkActionRequest request = BulkActionRequest.to(queue.value(), job.groupId().value())
                .processor(job.processorType())
                .sealed(bulkActions.progress(queue.value(), job.groupId().value())
                        .map(GroupProgress::sealed)
                        .orElse(true))
                .jobs(List.of(replacement))
                .build();
        callers.requireSubmit(request.target());
        Submission submission = callers.submitter().call(() -> bulkActions.submitNow(request));
        JobName name = new JobName(job.groupId(), new JobId(replacement.id()));
        boolean isTaken = submission.duplicates() > 0
                && !original(queue, name).equals(((JobRequest.Json) replacement.payload()).text());
        if (isTaken) {
            throw Refusal.JOB_EXISTS.with(name, queue);
        }
    }

    private JobView deadLetter(QueueName queue, JobName name) {
        JobView job = JobLookup.of(queues.get(queue)).find(name)
                .orElseThrow(() -> new ProblemException(ProblemType.UNKNOWN_JOB, name, queue));
        if (job.status() != JobStatus.FAILED) {
            throw Refusal.NOT_A_DEAD_LETTER.with(name, job.status());
        }
        return job;
    }

    private String original(QueueName queue, JobName name) {
        return JobLookup.of(queues.get(queue)).payload(name)
                .orElseThrow(() -> new ProblemException(ProblemType.UNKNOWN_JOB, name, queue));
    }

    private static String reason(ReplaceRequest request, JobId newId) {
        String said = request.reason() == null || request.reason().isBlank() ? "" : ": " + request.reason();
        return "replaced by " + newId + said;
    }

    /** @param payload where a field is masked, the mask stands for what it hides */
    record ReplaceRequest(
            String newJobId, @JsonDeserialize(using = ExactJson.class) JsonNode payload, @Nullable String reason) {

        /** why not by annotations: who may not call this is told so first */
        void check() {
            if (newJobId == null) {
                throw InvalidFieldException.required("newJobId");
            }
            if (payload == null) {
                throw InvalidFieldException.required("payload");
            }
        }

        /** Spring logs what a call takes. */
        @Override
        public String toString() {
            return "ReplaceRequest[newJobId=" + newJobId + ", payload=***]";
        }
    }

    record ReplaceResponse(boolean success, String message, JobId jobId, GroupId groupId, JobId newJobId) {}
}
