package io.bulkaction.internal.web.admin;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.GroupActions;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.run.GroupPage;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.web.problem.ProblemException;
import io.bulkaction.internal.web.problem.ProblemType;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The groups of a queue: how far each is, what share it gets, and how to cancel it. */
@RestController
@RequestMapping("/admin/queue/groups")
final class GroupsController {

    private final GroupService groups;
    private final GroupRows rows;
    private final GroupActions actions;
    private final AdminMessages messages;

    GroupsController(GroupService groups, GroupRows rows, GroupActions actions, AdminMessages messages) {
        this.groups = groups;
        this.rows = rows;
        this.actions = actions;
        this.messages = messages;
    }

    /** @param level only groups that wait for their turn on it, the next one first; the status is then ignored */
    @GetMapping
    GroupsResponse groups(
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestParam(required = false) @Nullable GroupStatus status,
            @RequestParam(required = false) @Nullable PriorityLevel level,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "50") @Min(1) @Max(1_000) int limit) {
        GroupPage found = level == null
                ? groups.groups(queue, status, page, limit)
                : groups.waiting(queue, level, page, limit);
        return new GroupsResponse(found.total(), rows.of(queue, found.items()));
    }

    @GetMapping("/{groupId}")
    GroupRow group(@PathVariable GroupId groupId, @RequestParam(defaultValue = "default") QueueName queue) {
        return groups.progress(queue, groupId)
                .map(progress -> rows.of(queue, List.of(progress)).getFirst())
                .orElseThrow(() -> new ProblemException(ProblemType.UNKNOWN_GROUP, groupId, queue));
    }

    /** Cancels the jobs that wait and interrupts those that run. */
    @PostMapping("/{groupId}/cancel")
    CancelResponse cancel(
            @PathVariable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Nullable ReasonRequest request,
            Actor actor) {
        Cancellation done = actions.cancel(queue, groupId, ReasonRequest.reason(request), actor);
        return CancelResponse.of(done, messages.text("admin.cancelled", done.cancelled(), done.running()));
    }

    record GroupsResponse(long total, List<GroupRow> items) {}
}
