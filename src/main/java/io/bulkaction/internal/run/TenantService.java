package io.bulkaction.internal.run;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.TenantProgress;
import io.bulkaction.internal.flow.Queues;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Reads and cancels all groups of a tenant. */
public final class TenantService {

    /** Groups that are marked as cancelled before that is noted again. */
    private static final int STEP = 100;

    private final Queues queues;
    private final GroupService groups;

    public TenantService(Queues queues, GroupService groups) {
        this.queues = queues;
        this.groups = groups;
    }

    /** Reads every group of the tenant, a few hundred in a round trip. Empty if there is no such tenant. */
    public Optional<TenantProgress> progress(QueueName queue, TenantId tenant) {
        Tenants tenants = Tenants.of(queues.get(queue));
        return tenants.groups(tenant).map(
                ids -> sum(queue, tenant, groups.progress(queue, ids), tenants.pauseOf(tenant)));
    }

    public static TenantProgress sum(
            QueueName queue, TenantId tenant, List<GroupProgress> groups, Optional<Tenants.Paused> pause) {
        Map<GroupStatus, Integer> statuses = new EnumMap<>(GroupStatus.class);
        groups.forEach(group -> statuses.merge(group.status(), 1, Integer::sum));
        long total = sum(groups, GroupProgress::totalJobs);
        long done = sum(groups, GroupProgress::doneJobs);
        double perSecond = groups.stream()
                .filter(group -> group.finishedAt() == null)
                .mapToDouble(GroupProgress::jobsPerSecond)
                .sum();
        return new TenantProgress(
                queue,
                tenant,
                statuses,
                total,
                done,
                sum(groups, GroupProgress::successCount),
                sum(groups, GroupProgress::failedCount),
                sum(groups, GroupProgress::cancelledCount),
                sum(groups, GroupProgress::resolvedCount),
                sum(groups, GroupProgress::expiredCount),
                sum(groups, GroupProgress::pending),
                sum(groups, GroupProgress::ready),
                sum(groups, GroupProgress::nonReady),
                sum(groups, GroupProgress::inFlight),
                sum(groups, GroupProgress::scheduled),
                total == 0 ? 0 : done * 1000 / total / 10.0,
                Math.round(perSecond * 100) / 100.0,
                pause.map(Tenants.Paused::since).orElse(null),
                pause.map(Tenants.Paused::reason).orElse(null),
                pause.map(Tenants.Paused::by).orElse(null));
    }

    private static long sum(List<GroupProgress> groups, ToLongFunction<GroupProgress> count) {
        return groups.stream().mapToLong(count).sum();
    }

    /**
     * Cancels the current runs of all groups that the tenant has when this begins: first nothing of them starts any more, then
     * what waits is cancelled, group by group. If this process dies meanwhile, another one continues. Empty if there is no such
     * tenant.
     */
    public Optional<Cancellation> cancel(QueueName queue, TenantId tenant, String reason) {
        return TenantCancellation.begin(queues.get(queue), tenant, reason).map(cancellation -> {
            Map<GroupId, Canceller> begun = new LinkedHashMap<>();
            List<Canceller> some;
            do {
                some = cancellation.beginSome(STEP);
                some.forEach(canceller -> begun.put(canceller.group(), canceller));
            } while (!some.isEmpty());
            begunByOthers(queue, tenant).forEach(
                    group -> begun.computeIfAbsent(group, any -> groups.canceller(queue, group, reason)));
            return begun.values().stream()
                    .flatMap(canceller -> groups.finish(queue, canceller).stream())
                    .reduce(new Cancellation(false, 0, 0), TenantService::together);
        });
    }

    private List<GroupId> begunByOthers(QueueName queue, TenantId tenant) {
        List<GroupId> ids = Tenants.of(queues.get(queue)).groups(tenant).orElse(List.of());
        return groups.progress(queue, ids).stream()
                .filter(group -> group.status() == GroupStatus.CANCELLING)
                .map(GroupProgress::groupId)
                .toList();
    }

    public static Cancellation together(Cancellation one, Cancellation other) {
        return new Cancellation(
                one.changed() || other.changed(),
                one.cancelled() + other.cancelled(),
                one.running() + other.running());
    }
}
