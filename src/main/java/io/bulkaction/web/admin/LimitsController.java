package io.bulkaction.web.admin;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.QueueName;
import io.bulkaction.operate.QueueOperations;
import io.bulkaction.queue.GroupLimits;
import io.bulkaction.queue.Groups;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.PositiveOrZero;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The own limits of one group. */
@RestController
@RequestMapping("/admin/queue/groups/{groupId}/limits")
final class LimitsController {

    private final QueueOperations operations;
    private final Said said;

    LimitsController(QueueOperations operations, Said said) {
        this.operations = operations;
        this.said = said;
    }

    @GetMapping
    GroupLimits limits(@PathVariable String groupId, @RequestParam(defaultValue = "default") String queue) {
        return operations.limits(new QueueName(queue), new GroupId(groupId));
    }

    /** What is left out stays as it is; 0 takes a limit away. */
    @PutMapping
    LimitGroupResponse limit(
            @PathVariable String groupId,
            @RequestParam(defaultValue = "default") String queue,
            @RequestBody @Valid LimitGroupRequest request,
            HttpServletRequest http) {
        Groups.Limited limited = operations.limit(
                new QueueName(queue),
                new GroupId(groupId),
                new GroupLimits(request.maxRps(), request.maxConcurrency()),
                said.actor(http));
        return new LimitGroupResponse(
                true,
                said.text(limited.changed() ? "admin.limited" : "admin.limited.already"),
                groupId,
                limited.limits().maxRps(),
                limited.limits().maxConcurrency());
    }

    record LimitGroupRequest(
            @Nullable @PositiveOrZero @DecimalMax(GroupLimits.MOST_RPS) Double maxRps,
            @Nullable @PositiveOrZero Integer maxConcurrency) {}

    record LimitGroupResponse(
            boolean success,
            String message,
            String groupId,
            @Nullable Double maxRps,
            @Nullable Integer maxConcurrency) {}
}
