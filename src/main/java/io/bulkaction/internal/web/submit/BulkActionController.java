package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionService;
import io.bulkaction.Cancellation;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupPause;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditResult;
import io.bulkaction.internal.web.access.Payloads;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import jakarta.validation.Valid;
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

/** How far a submitted bulk action is, what came out of it, and how to end it. */
@RestController
@RequestMapping("/api/bulk-actions/{groupId}")
final class BulkActionController {

    /** As it is for queues and tenants. */
    private static final String MANUAL_PAUSE = "MANUAL_PAUSE";

    private final BulkActionService bulkActions;
    private final ShownExplanations shown;
    private final Audit audit;
    private final Payloads payloads;

    BulkActionController(BulkActionService bulkActions, Audit audit, Payloads payloads, ShownExplanations shown) {
        this.shown = shown;
        this.payloads = payloads;
        this.bulkActions = bulkActions;
        this.audit = audit;
    }

    @GetMapping
    GroupProgress progress(
            @PathVariable GroupId groupId, @RequestParam(defaultValue = "default") QueueName queue) {
        return bulkActions.progress(queue.value(), groupId.value()).orElseThrow(() -> unknown(groupId, queue));
    }

    /** The result of the last run that has ended, 404 while there is none; or of the current run so far. */
    @GetMapping("/result")
    GroupResult result(
            @PathVariable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestParam(defaultValue = "false") boolean partial) {
        if (partial) {
            return bulkActions.partialResult(queue.value(), groupId.value()).map(payloads::ofOwn)
                    .orElseThrow(() -> unknown(groupId, queue));
        }
        return bulkActions.result(queue.value(), groupId.value()).map(payloads::ofOwn)
                .orElseThrow(() -> new ProblemException(SubmitProblems.NO_RESULT, groupId, queue));
    }

    /** The results of the last runs, latest first. */
    @GetMapping("/results")
    List<GroupResult> results(
            @PathVariable GroupId groupId, @RequestParam(defaultValue = "default") QueueName queue) {
        return bulkActions.results(queue.value(), groupId.value()).stream().map(payloads::ofOwn).toList();
    }

    /** Why it is where it is: what it waits for, who is ahead of it, when it is expected to be done. */
    @GetMapping("/explain")
    Explanation explain(@PathVariable GroupId groupId, @RequestParam(defaultValue = "default") QueueName queue) {
        return bulkActions.explain(queue.value(), groupId.value())
                .map(shown::of)
                .orElseThrow(() -> unknown(groupId, queue));
    }

    @PostMapping("/seal")
    SealResponse seal(@PathVariable GroupId groupId, @RequestParam(defaultValue = "default") QueueName queue) {
        if (!bulkActions.seal(queue.value(), groupId.value())) {
            throw unknown(groupId, queue);
        }
        return new SealResponse(true);
    }

    /** One second later nothing of it starts any more; what runs continues to its end. */
    @PostMapping("/pause")
    GroupPause pause(
            @PathVariable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Valid @Nullable CancelRequest request,
            Actor actor) {
        String reason = CancelRequest.reason(request);
        GroupPause pause = bulkActions.pause(
                queue.value(), groupId.value(), reason.isEmpty() ? MANUAL_PAUSE : reason, actor.name())
                .orElseThrow(() -> unknown(groupId, queue));
        if (pause.changed()) {
            audit.note(queue, actor, "pause group", groupId.value(), Audit.Outcome.DONE, pause.reason());
        }
        return pause;
    }

    @PostMapping("/resume")
    ResumeResponse resume(
            @PathVariable GroupId groupId, @RequestParam(defaultValue = "default") QueueName queue, Actor actor) {
        boolean changed = bulkActions.resume(queue.value(), groupId.value()).orElseThrow(() -> unknown(groupId, queue));
        if (changed) {
            audit.note(queue, actor, "resume group", groupId.value(), Audit.Outcome.DONE, "");
        }
        return new ResumeResponse(changed);
    }

    /** Is written to the audit trail if it changed something, because cancelled jobs do not come back. */
    @DeleteMapping
    Cancellation cancel(
            @PathVariable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Valid @Nullable CancelRequest request,
            Actor actor) {
        String reason = CancelRequest.reason(request);
        Cancellation done =
                bulkActions.cancel(queue.value(), groupId.value(), reason).orElseThrow(() -> unknown(groupId, queue));
        if (done.changed()) {
            audit.note(
                    queue, actor, "cancel", groupId.value(), Audit.Outcome.DONE,
                    AuditResult.of(done, reason).detail());
        }
        return done;
    }

    private static ProblemException unknown(GroupId groupId, QueueName queue) {
        return new ProblemException(ProblemType.UNKNOWN_GROUP, groupId, queue);
    }

    record SealResponse(boolean sealed) {}

    /** @param changed false if the group was not paused */
    record ResumeResponse(boolean changed) {}
}
