package io.bulkaction.internal.submit;

import io.bulkaction.After;
import io.bulkaction.Cancellation;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupPause;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.JobCancellation;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.Rescheduling;
import io.bulkaction.TenantId;
import io.bulkaction.TenantProgress;
import io.bulkaction.internal.explain.Explainer;
import io.bulkaction.internal.flow.Accounts;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.flow.Submitter;
import io.bulkaction.internal.run.Afters;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.TenantService;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fair queues, and what {@link GroupService}, {@link TenantService} and {@link Explainer} know of their runs. */
public record RedisJobStore(Queues queues, GroupService groups, TenantService tenants, Explainer explainer,
        Accounts accounts)
        implements
            JobStore {

    @Override
    public Entrance entrance(QueueName queue) {
        Queue found = queues.get(queue);
        found.home().redis().requireMayBlock();
        return new CountedEntrance(found, accounts, Submitter.current());
    }

    @Override
    public String after(QueueName queue, GroupId group, List<After> after) {
        return new Afters(queues).resolve(queue, group, after);
    }

    @Override
    public boolean seal(QueueName queue, GroupId group) {
        return groups.seal(queue, group);
    }

    @Override
    public Optional<GroupProgress> progress(QueueName queue, GroupId group) {
        return groups.progress(queue, group);
    }

    @Override
    public Optional<GroupResult> result(QueueName queue, GroupId group) {
        return groups.result(queue, group);
    }

    @Override
    public Optional<GroupResult> partialResult(QueueName queue, GroupId group) {
        return groups.partialResult(queue, group);
    }

    @Override
    public List<GroupResult> results(QueueName queue, GroupId group) {
        return groups.results(queue, group);
    }

    @Override
    public Optional<JobView> job(QueueName queue, JobName job) {
        return groups.job(queue, job);
    }

    @Override
    public Optional<Cancellation> cancel(QueueName queue, GroupId group, String reason) {
        return groups.cancel(queue, group, reason);
    }

    @Override
    public Optional<GroupPause> pause(QueueName queue, GroupId group, String reason, String by) {
        return groups.pause(queue, group, reason, by);
    }

    @Override
    public Optional<Boolean> resume(QueueName queue, GroupId group) {
        return groups.resume(queue, group);
    }

    @Override
    public Optional<Rescheduling> reschedule(QueueName queue, GroupId group, @Nullable Instant startAt) {
        return groups.reschedule(queue, group, startAt);
    }

    @Override
    public Optional<Rescheduling> reschedule(QueueName queue, JobName job, @Nullable Instant runAt) {
        return groups.reschedule(queue, job, runAt);
    }

    @Override
    public Optional<JobCancellation> cancel(QueueName queue, JobName job) {
        return groups.cancel(queue, job);
    }

    @Override
    public Instant now(QueueName queue) {
        return groups.now(queue);
    }

    @Override
    public Optional<TenantProgress> tenantProgress(QueueName queue, TenantId tenant) {
        return tenants.progress(queue, tenant);
    }

    @Override
    public Optional<Cancellation> cancelTenant(QueueName queue, TenantId tenant, String reason) {
        return tenants.cancel(queue, tenant, reason);
    }

    @Override
    public Explanation explain(QueueName queue) {
        return explainer.queue(queue);
    }

    @Override
    public Optional<Explanation> explain(QueueName queue, GroupId group) {
        return explainer.group(queue, group);
    }

    @Override
    public Optional<Explanation> explain(QueueName queue, JobName job) {
        return explainer.job(queue, job);
    }

    @Override
    public Optional<Explanation> explainTenant(QueueName queue, TenantId tenant) {
        return explainer.tenant(queue, tenant);
    }
}
