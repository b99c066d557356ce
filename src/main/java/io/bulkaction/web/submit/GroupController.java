package io.bulkaction.web.submit;

import io.bulkaction.group.Cancellation;
import io.bulkaction.group.GroupProgress;
import io.bulkaction.group.GroupResult;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.Audit;
import io.bulkaction.submit.BulkActionService;
import io.bulkaction.web.problem.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What a submitter asks about a group and does to it. */
@RestController
@RequestMapping("/api/bulk-actions/{groupId}")
final class GroupController {

    private static final String DEFAULT_QUEUE = "default";

    private final BulkActionService bulkActions;
    private final Audit audit;

    GroupController(BulkActionService bulkActions, Audit audit) {
        this.bulkActions = bulkActions;
        this.audit = audit;
    }

    @GetMapping
    GroupProgress progress(
            @PathVariable String groupId, @RequestParam(defaultValue = DEFAULT_QUEUE) String queue) {
        return bulkActions.progress(queue, groupId).orElseThrow(() -> unknown(groupId, queue));
    }

    /** Of the last run that has ended, 404 while there is none; or of the current run as far as it got. */
    @GetMapping("/result")
    GroupResult result(
            @PathVariable String groupId,
            @RequestParam(defaultValue = DEFAULT_QUEUE) String queue,
            @RequestParam(defaultValue = "false") boolean partial) {
        if (partial) {
            return bulkActions.partialResult(queue, groupId).orElseThrow(() -> unknown(groupId, queue));
        }
        return bulkActions.result(queue, groupId)
                .orElseThrow(() -> new ProblemException(SubmitProblems.NO_RESULT, groupId, queue));
    }

    /** Of the last runs, the latest first. */
    @GetMapping("/results")
    List<GroupResult> results(
            @PathVariable String groupId, @RequestParam(defaultValue = DEFAULT_QUEUE) String queue) {
        return bulkActions.results(queue, groupId);
    }

    @PostMapping("/seal")
    SealResponse seal(@PathVariable String groupId, @RequestParam(defaultValue = DEFAULT_QUEUE) String queue) {
        if (!bulkActions.seal(queue, groupId)) {
            throw unknown(groupId, queue);
        }
        return new SealResponse(true);
    }

    /** In the audit trail, whoever does it, unless it changed nothing: what is cancelled does not come back. */
    @DeleteMapping
    Cancellation cancel(
            @PathVariable String groupId,
            @RequestParam(defaultValue = DEFAULT_QUEUE) String queue,
            @RequestBody(required = false) @Valid @Nullable CancelRequest request,
            HttpServletRequest http) {
        String reason = request == null || request.reason() == null ? "" : request.reason();
        Cancellation done =
                bulkActions.cancel(queue, groupId, reason).orElseThrow(() -> unknown(groupId, queue));
        if (done.changed()) {
            audit.note(
                    new QueueName(queue), SubmitterActor.of(http), "cancel", groupId, Audit.Outcome.DONE,
                    done.cancelled() + " cancelled, " + done.running() + " running: " + reason);
        }
        return done;
    }

    private static ProblemException unknown(String groupId, String queue) {
        return new ProblemException(SubmitProblems.UNKNOWN_GROUP, groupId, queue);
    }

    record SealResponse(boolean sealed) {}

    record CancelRequest(@Nullable @Size(max = 1_000) String reason) {}
}
