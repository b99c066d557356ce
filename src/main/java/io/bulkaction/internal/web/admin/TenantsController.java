package io.bulkaction.internal.web.admin;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupLimits;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.internal.operate.TenantActions;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.sending.SendingWindows;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.internal.web.access.Callers;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The tenants of a queue: limits, pause, resume and cancel for all groups of one. */
@RestController
@RequestMapping("/admin/tenants/{tenant}")
final class TenantsController {

    private final TenantActions actions;
    private final SendingWindows windows;
    private final AdminMessages messages;
    private final Callers callers;

    TenantsController(TenantActions actions, SendingWindows windows, AdminMessages messages, Callers callers) {
        this.actions = actions;
        this.windows = windows;
        this.messages = messages;
        this.callers = callers;
    }

    @GetMapping("/limits")
    GroupLimits limits(@PathVariable TenantId tenant, @RequestParam(defaultValue = "default") QueueName queue) {
        return actions.limits(queue, tenant);
    }

    /** What is left out stays as it is; a limit of 0 removes it. Whoever is kept to some groups only lowers what others have set. */
    @PutMapping("/limits")
    LimitTenantResponse limit(
            @PathVariable TenantId tenant,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody @Valid LimitTenantRequest request,
            Actor actor) {
        windows.require(request.sendingWindow());
        Groups.Limited limited = actions.limit(
                queue,
                tenant,
                new GroupLimits(
                        request.maxRps(), request.maxConcurrency(), request.weight(), request.sendingWindow()),
                callers.scope().hasGroups(),
                actor);
        return new LimitTenantResponse(
                true,
                messages.text(limited.changed() ? "admin.tenant.limited" : "admin.tenant.limited.already"),
                tenant,
                limited.limits().maxRps(),
                limited.limits().maxConcurrency(),
                limited.limits().weight(),
                limited.limits().sendingWindow());
    }

    /** Pausing a paused tenant changes nothing, and the message says so. */
    @PostMapping("/pause")
    PauseTenantResponse pause(
            @PathVariable TenantId tenant,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Nullable ReasonRequest request,
            Actor actor) {
        Tenants.Paused paused = actions.pause(queue, tenant, ReasonRequest.reason(request), actor);
        return new PauseTenantResponse(
                true,
                messages.text(paused.changed() ? "admin.tenant.paused" : "admin.tenant.paused.already"),
                paused.since());
    }

    @PostMapping("/resume")
    ResumeTenantResponse resume(
            @PathVariable TenantId tenant, @RequestParam(defaultValue = "default") QueueName queue, Actor actor) {
        Tenants.Resumed resumed = actions.resume(queue, tenant, actor);
        return new ResumeTenantResponse(
                true,
                messages.text(resumed.changed() ? "admin.tenant.resumed" : "admin.tenant.resumed.already"),
                resumed.at());
    }

    @PostMapping("/cancel")
    CancelResponse cancel(
            @PathVariable TenantId tenant,
            @RequestParam(defaultValue = "default") QueueName queue,
            @RequestBody(required = false) @Nullable ReasonRequest request,
            Actor actor) {
        Cancellation done = actions.cancel(queue, tenant, ReasonRequest.reason(request), actor);
        return CancelResponse.of(done, messages.text("admin.tenant.cancelled", done.cancelled(), done.running()));
    }

    record LimitTenantRequest(
            @Nullable @PositiveOrZero @DecimalMax("" + GroupLimits.MAX_RPS) Double maxRps,
            @Nullable @PositiveOrZero Integer maxConcurrency,
            @Nullable @DecimalMin("" + GroupLimits.MIN_WEIGHT) @DecimalMax(""
                    + GroupLimits.MAX_WEIGHT) Double weight,
            @Nullable String sendingWindow) {}

    record LimitTenantResponse(
            boolean success,
            String message,
            TenantId tenant,
            @Nullable Double maxRps,
            @Nullable Integer maxConcurrency,
            @Nullable Double weight,
            @Nullable String sendingWindow) {}

    record PauseTenantResponse(boolean success, String message, Instant pausedAt) {}

    record ResumeTenantResponse(boolean success, String message, Instant resumedAt) {}
}
