package io.bulkaction.web.admin;

import io.bulkaction.group.GroupPage;
import io.bulkaction.group.GroupService;
import io.bulkaction.job.GroupStatus;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.Audit;
import io.bulkaction.queue.AuditTrail;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The groups of a queue, and who did what to it. */
@RestController
@RequestMapping("/admin/queue")
final class GroupsController {

    private final GroupService groups;
    private final Audit audit;

    GroupsController(GroupService groups, Audit audit) {
        this.groups = groups;
        this.audit = audit;
    }

    @GetMapping("/groups")
    GroupPage groups(
            @RequestParam(defaultValue = "default") String queue,
            @RequestParam(required = false) @Nullable GroupStatus status,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "50") @Min(1) @Max(1_000) int limit) {
        return groups.groups(new QueueName(queue), status, page, limit);
    }

    /** Newest first. @param before id of the last entry of the page before */
    @GetMapping("/audit")
    AuditTrail.Page audit(
            @RequestParam(defaultValue = "default") String queue,
            @RequestParam(required = false) @Nullable String before,
            @RequestParam(defaultValue = "50") @Min(1) @Max(1_000) int limit) {
        return audit.page(new QueueName(queue), before, limit);
    }
}
