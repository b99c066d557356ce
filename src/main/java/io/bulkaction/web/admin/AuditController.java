package io.bulkaction.web.admin;

import io.bulkaction.job.QueueName;
import io.bulkaction.operate.Audit;
import io.bulkaction.queue.AuditKind;
import io.bulkaction.queue.AuditTrail;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who did what to a queue. */
@RestController
final class AuditController {

    private final Audit audit;

    AuditController(Audit audit) {
        this.audit = audit;
    }

    /**
     * Newest first.
     *
     * @param kind of one kind only; all when left out
     * @param before id of the last entry of the page before
     */
    @GetMapping("/admin/queue/audit")
    AuditTrail.Page audit(
            @RequestParam(defaultValue = "default") String queue,
            @RequestParam(required = false) @Nullable AuditKind kind,
            @RequestParam(required = false) @Pattern(regexp = "[0-9]{1,18}-[0-9]{1,18}-[0-2]") @Nullable String before,
            @RequestParam(defaultValue = "50") @Min(1) @Max(1_000) int limit) {
        return audit.page(new QueueName(queue), kind, before, limit);
    }
}
