package io.bulkaction.internal.web.submit;

import io.bulkaction.BulkActionService;
import io.bulkaction.Cancellation;
import io.bulkaction.Explanation;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.TenantProgress;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditResult;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** How far all bulk actions of one tenant are together, and how to end them. */
@RestController
@RequestMapping("/api/tenants/{tenant}")
final class TenantController {

    private final BulkActionService bulkActions;
    private final ShownExplanations shown;
    private final Audit audit;

    TenantController(BulkActionService bulkActions, Audit audit, ShownExplanations shown) {
        this.shown = shown;
        this.bulkActions = bulkActions;
        this.audit = audit;
    }

    @GetMapping
    TenantProgress progress(@PathVariable TenantId tenant, @RequestParam(defaultValue = "default") QueueName queue) {
        return bulkActions.tenantProgress(queue.value(), tenant.value()).orElseThrow(() -> unknown(tenant, queue));
    }

    /** Why its groups together are where they are. */
    @GetMapping("/explain")
    Explanation explain(@PathVariable TenantId tenant, @RequestParam(defaultValue = "default") QueueName queue) {
        return bulkActions.explainTenant(queue.value(), tenant.value())
                .map(shown::of)
                .orElseThrow(() -> unknown(tenant, queue));
    }

    /** Is written to the audit trail if it changed something, because cancelled jobs do not come back. */
    @PostMapping("/cancel")
    Cancellation cancel(
            @PathVariable TenantId tenant,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Valid @Nullable CancelRequest request,
            Actor actor) {
        String reason = CancelRequest.reason(request);
        Cancellation done = bulkActions.cancelTenant(queue.value(), tenant.value(), reason)
                .orElseThrow(() -> unknown(tenant, queue));
        if (done.changed()) {
            audit.note(
                    queue, actor, "cancel tenant", tenant.value(), Audit.Outcome.DONE,
                    AuditResult.of(done, reason).detail());
        }
        return done;
    }

    private static ProblemException unknown(TenantId tenant, QueueName queue) {
        return new ProblemException(ProblemType.UNKNOWN_TENANT, tenant, queue);
    }
}
