package io.bulkaction.web.admin;

import io.bulkaction.group.Cancellation;
import io.bulkaction.group.GroupPage;
import io.bulkaction.group.GroupService;
import io.bulkaction.job.GroupId;
import io.bulkaction.job.GroupStatus;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.GroupActions;
import io.bulkaction.web.problem.ProblemException;
import io.bulkaction.web.problem.ProblemType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The groups of a queue: where each stands, what it gets, and its end. */
@RestController
@RequestMapping("/admin/queue/groups")
final class GroupsController {

    private static final ProblemType UNKNOWN_GROUP = new ProblemType("UNKNOWN_GROUP", HttpStatus.NOT_FOUND);

    private final GroupService groups;
    private final GroupRows rows;
    private final GroupActions actions;
    private final Said said;

    GroupsController(GroupService groups, GroupRows rows, GroupActions actions, Said said) {
        this.groups = groups;
        this.rows = rows;
        this.actions = actions;
        this.said = said;
    }

    /** @param level only groups that wait for their turn on it, the next one first; the status is then left aside */
    @GetMapping
    GroupsResponse groups(
            @RequestParam(defaultValue = "default") String queue,
            @RequestParam(required = false) @Nullable GroupStatus status,
            @RequestParam(required = false) @Nullable PriorityLevel level,
            @RequestParam(defaultValue = "1") @Min(1) @Max(1_000_000) int page,
            @RequestParam(defaultValue = "50") @Min(1) @Max(1_000) int limit) {
        QueueName name = new QueueName(queue);
        GroupPage found = level == null
                ? groups.groups(name, status, page, limit)
                : groups.waiting(name, level, page, limit);
        return new GroupsResponse(found.total(), rows.of(name, found.items()));
    }

    @GetMapping("/{groupId}")
    GroupRow group(@PathVariable String groupId, @RequestParam(defaultValue = "default") String queue) {
        QueueName name = new QueueName(queue);
        return groups.progress(name, new GroupId(groupId))
                .map(progress -> rows.of(name, List.of(progress)).getFirst())
                .orElseThrow(() -> new ProblemException(UNKNOWN_GROUP, groupId, queue));
    }

    /** What waits is cancelled, what runs is interrupted. */
    @PostMapping("/{groupId}/cancel")
    CancelGroupResponse cancel(
            @PathVariable String groupId,
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody(required = false) @Nullable CancelGroupRequest request,
            HttpServletRequest http) {
        String reason = request == null ? null : request.reason();
        Cancellation done = actions.cancel(new QueueName(queue), new GroupId(groupId), reason, said.actor(http));
        return new CancelGroupResponse(
                true,
                said.text("admin.cancelled", done.cancelled(), done.running()),
                done.cancelled(),
                done.running());
    }

    record GroupsResponse(long total, List<GroupRow> items) {}

    record CancelGroupRequest(@Nullable String reason) {}

    record CancelGroupResponse(boolean success, String message, long cancelled, long running) {}
}
