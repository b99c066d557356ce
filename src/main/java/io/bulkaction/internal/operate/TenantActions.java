package io.bulkaction.internal.operate;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupLimits;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditResult;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.internal.run.Tenants;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What an administrator does to all groups of a tenant. Recorded in the audit trail. */
public final class TenantActions {

    private final Queues queues;
    private final TenantService tenants;
    private final Audit audit;

    public TenantActions(Queues queues, TenantService tenants, Audit audit) {
        this.queues = queues;
        this.tenants = tenants;
        this.audit = audit;
    }

    /** The tenant's own limits, 0 = none, and its weight. */
    public GroupLimits limits(QueueName queue, TenantId tenant) {
        return Tenants.of(queues.get(queue)).limit(tenant, GroupLimits.KEEP).map(Groups.Limited::limits)
                .orElseThrow(unknown(tenant, queue));
    }

    /**
     * Changes the tenant's limits and its weight. They take effect at once and outlive its groups.
     *
     * @param isKept whether who wants it is kept to some groups, and so to what others have set
     */
    public Groups.Limited limit(QueueName queue, TenantId tenant, GroupLimits limits, boolean isKept, Actor by) {
        return audit.carryOut(
                queue, by, "limit tenant", tenant.value(),
                () -> QueueOperations.within(() -> Tenants.of(queues.get(queue)).limit(tenant, limits, isKept))
                        .orElseThrow(unknown(tenant, queue)),
                done -> new AuditResult(done.changed(), QueueOperations.words(done.limits())));
    }

    /** Nothing of the tenant starts any more; what runs continues to its end, and nobody else waits. */
    public Tenants.Paused pause(QueueName queue, TenantId tenant, @Nullable String reason, Actor by) {
        return audit.carryOut(
                queue, by, "pause tenant", tenant.value(),
                () -> Tenants.of(queues.get(queue))
                        .pause(tenant, QueueOperations.reasonOfPause(reason), by.name())
                        .orElseThrow(unknown(tenant, queue)),
                paused -> new AuditResult(paused.changed(), paused.reason()));
    }

    public Tenants.Resumed resume(QueueName queue, TenantId tenant, Actor by) {
        return audit.carryOut(
                queue, by, "resume tenant", tenant.value(),
                () -> Tenants.of(queues.get(queue)).resume(tenant).orElseThrow(unknown(tenant, queue)),
                resumed -> new AuditResult(resumed.changed(), ""));
    }

    /** Returns when no job of the tenant's groups waits any more. */
    public Cancellation cancel(QueueName queue, TenantId tenant, @Nullable String reason, Actor by) {
        return audit.carryOut(
                queue, by, "cancel tenant", tenant.value(),
                () -> tenants.cancel(queue, tenant, QueueOperations.required(reason))
                        .orElseThrow(unknown(tenant, queue)),
                done -> AuditResult.of(done, reason));
    }

    private static Supplier<RefusedException> unknown(TenantId tenant, QueueName queue) {
        return () -> Refusal.UNKNOWN_TENANT.with(tenant, queue);
    }
}
