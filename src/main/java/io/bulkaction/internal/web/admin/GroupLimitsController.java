package io.bulkaction.internal.web.admin;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.sending.SendingWindows;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.web.access.Callers;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.PositiveOrZero;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The limits, the weight and the level of one group. */
@RestController
@RequestMapping("/admin/queue/groups/{groupId}/limits")
final class GroupLimitsController {

    private final QueueOperations operations;
    private final SendingWindows windows;
    private final AdminMessages messages;
    private final Callers callers;

    GroupLimitsController(
            QueueOperations operations, SendingWindows windows, AdminMessages messages, Callers callers) {
        this.operations = operations;
        this.windows = windows;
        this.messages = messages;
        this.callers = callers;
    }

    @GetMapping
    GroupLimitsResponse limits(
            @PathVariable GroupId groupId, @RequestParam(defaultValue = "default") QueueName queue) {
        return GroupLimitsResponse.of(operations.limits(queue, groupId));
    }

    /** What is left out stays as it is; a limit of 0 removes it. Whoever is kept to some groups only lowers what others have set. */
    @PutMapping
    LimitGroupResponse limit(
            @PathVariable GroupId groupId,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody @Valid LimitGroupRequest request,
            Actor actor) {
        windows.require(request.sendingWindow());
        if (request.priorityLevel() != null) {
            callers.scope().requireLevel(request.priorityLevel());
        }
        Groups.Limited limited = operations.limit(
                queue,
                groupId,
                new GroupLimits(
                        request.maxRps(), request.maxConcurrency(), request.weight(), request.sendingWindow()),
                request.priorityLevel(),
                callers.scope().hasGroups(),
                actor);
        return new LimitGroupResponse(
                true,
                messages.text(limited.changed() ? "admin.limited" : "admin.limited.already"),
                groupId,
                limited.limits().maxRps(),
                limited.limits().maxConcurrency(),
                limited.limits().weight(),
                limited.limits().sendingWindow(),
                limited.level());
    }

    record LimitGroupRequest(
            @Nullable @PositiveOrZero @DecimalMax("" + GroupLimits.MAX_RPS) Double maxRps,
            @Nullable @PositiveOrZero Integer maxConcurrency,
            @Nullable @DecimalMin("" + GroupLimits.MIN_WEIGHT) @DecimalMax(""
                    + GroupLimits.MAX_WEIGHT) Double weight,
            @Nullable String sendingWindow,
            @Nullable PriorityLevel priorityLevel) {}

    record GroupLimitsResponse(
            @Nullable Double maxRps,
            @Nullable Integer maxConcurrency,
            @Nullable Double weight,
            @Nullable String sendingWindow,
            @Nullable PriorityLevel priorityLevel) {

        static GroupLimitsResponse of(Groups.Limited limited) {
            GroupLimits limits = limited.limits();
            return new GroupLimitsResponse(
                    limits.maxRps(), limits.maxConcurrency(), limits.weight(), limits.sendingWindow(), limited.level());
        }
    }

    record LimitGroupResponse(
            boolean success,
            String message,
            GroupId groupId,
            @Nullable Double maxRps,
            @Nullable Integer maxConcurrency,
            @Nullable Double weight,
            @Nullable String sendingWindow,
            @Nullable PriorityLevel priorityLevel) {}
}
