package io.bulkaction.internal.web.admin;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditFilter;
import io.bulkaction.internal.operate.audit.AuditKind;
import io.bulkaction.internal.operate.audit.AuditTrail;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The audit trail of a queue: who did what. */
@RestController
final class AuditController {

    private final Audit audit;

    AuditController(Audit audit) {
        this.audit = audit;
    }

    /**
     * Newest first.
     *
     * @param kind only entries of this kind; all when left out
     * @param who only entries of this user or API token
     * @param action only entries of this action
     * @param text only entries with this text in their subject or detail
     * @param before id of the last entry of the previous page
     */
    @GetMapping("/admin/queue/audit")
    AuditTrail.Page audit(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestParam(required = false) @Nullable AuditKind kind,
            @RequestParam(required = false) @Size(max = 200) @Nullable String who,
            @RequestParam(required = false) @Size(max = 200) @Nullable String action,
            @RequestParam(required = false) @Size(max = 200) @Nullable String text,
            @RequestParam(required = false) @Pattern(regexp = "[0-9]{1,18}-[0-9]{1,18}-[0-5]") @Nullable String before,
            @RequestParam(defaultValue = "50") @Min(1) @Max(1_000) int limit) {
        AuditFilter filter = new AuditFilter(who, action, text);
        return filter.isEmpty()
                ? audit.page(queue, kind, before, limit)
                : audit.search(queue, kind, filter, before, limit);
    }
}
