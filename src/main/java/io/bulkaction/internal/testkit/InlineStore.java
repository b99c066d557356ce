package io.bulkaction.internal.testkit;

import io.bulkaction.After;
import io.bulkaction.Cancellation;
import io.bulkaction.CyclicAfterException;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupPause;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.Job;
import io.bulkaction.JobCancellation;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.Rescheduling;
import io.bulkaction.TenantId;
import io.bulkaction.TenantProgress;
import io.bulkaction.UnknownQueueException;
import io.bulkaction.internal.engine.Outcomes;
import io.bulkaction.internal.flow.AfterRun;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.InFlight.Failure;
import io.bulkaction.internal.flow.InFlight.Retry;
import io.bulkaction.internal.flow.InFlight.Success;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.run.CustomResults;
import io.bulkaction.internal.run.Notes;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.internal.submit.JobStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps jobs and runs in memory, for tests without Redis. It keeps no turns, no rates and no levels. */
public final class InlineStore implements JobStore, Outcomes {

    private final Map<QueueName, QueueSettings> settings;
    private final ResultAggregators aggregators;
    private final InstantSource clock;
    private final Map<QueueName, Map<GroupId, InlineGroup>> queues = new LinkedHashMap<>();
    private final List<Object> events = new ArrayList<>();

    public InlineStore(
            Map<QueueName, QueueSettings> settings, ResultAggregators aggregators, InstantSource clock) {
        this.settings = settings;
        this.aggregators = aggregators;
        this.clock = clock;
    }

    @Override
    public Entrance entrance(QueueName queue) {
        groups(queue);
        return batch -> CompletableFuture.completedFuture(enqueue(queue, batch));
    }

    private synchronized Enqueued enqueue(QueueName queue, EnqueueBatch batch) {
        InlineGroup group = groups(queue)
                .computeIfAbsent(batch.group(), id -> new InlineGroup(queue, id, clock.instant()));
        Enqueued enqueued = group.enqueue(batch, clock.instant());
        end(queue, group);
        return enqueued;
    }

    @Override
    public synchronized boolean seal(QueueName queue, GroupId group) {
        Optional<InlineGroup> found = find(queue, group);
        found.ifPresent(each -> {
            each.seal();
            end(queue, each);
        });
        return found.isPresent();
    }

    @Override
    public synchronized Optional<GroupProgress> progress(QueueName queue, GroupId group) {
        return find(queue, group).map(each -> each.progress(clock.instant()));
    }

    @Override
    public synchronized Optional<GroupResult> result(QueueName queue, GroupId group) {
        return results(queue, group).stream().findFirst();
    }

    @Override
    public synchronized Optional<GroupResult> partialResult(QueueName queue, GroupId group) {
        return find(queue, group).map(each -> each.result(custom(queue, each)));
    }

    @Override
    public synchronized List<GroupResult> results(QueueName queue, GroupId group) {
        return find(queue, group).map(each -> List.copyOf(each.results())).orElse(List.of());
    }

    @Override
    public synchronized Optional<JobView> job(QueueName queue, JobName job) {
        return find(queue, job.group()).flatMap(group -> group.job(job.id())).map(InlineJob::view);
    }

    @Override
    public synchronized Optional<Cancellation> cancel(QueueName queue, GroupId group, String reason) {
        return find(queue, group).map(each -> {
            Cancellation done = each.cancel(reason, clock.instant());
            end(queue, each);
            return done;
        });
    }

    @Override
    public synchronized Optional<GroupPause> pause(QueueName queue, GroupId group, String reason, String by) {
        return find(queue, group).map(each -> each.pause(reason, by, clock.instant()));
    }

    @Override
    public synchronized Optional<Boolean> resume(QueueName queue, GroupId group) {
        return find(queue, group).map(InlineGroup::resume);
    }

    @Override
    public synchronized Optional<Rescheduling> reschedule(QueueName queue, GroupId group, @Nullable Instant startAt) {
        return find(queue, group).map(each -> each.reschedule(startAt, clock.instant()));
    }

    @Override
    public synchronized Optional<Rescheduling> reschedule(QueueName queue, JobName job, @Nullable Instant runAt) {
        return find(queue, job.group()).flatMap(
                group -> group.job(job.id()).map(each -> each.reschedule(runAt, clock.instant())));
    }

    @Override
    public synchronized Optional<JobCancellation> cancel(QueueName queue, JobName job) {
        return find(queue, job.group()).flatMap(group -> group.job(job.id()).map(each -> {
            boolean waits = each.isWaiting();
            if (waits) {
                each.cancel(clock.instant());
                end(queue, group);
            }
            return new JobCancellation(waits, each.status());
        }));
    }

    @Override
    public Instant now(QueueName queue) {
        return clock.instant();
    }

    @Override
    public synchronized Optional<TenantProgress> tenantProgress(QueueName queue, TenantId tenant) {
        List<GroupProgress> groups = progressOf(queue, tenant);
        return groups.isEmpty() ? Optional.empty()
                : Optional.of(TenantService.sum(queue, tenant, groups, Optional.empty()));
    }

    @Override
    public synchronized Optional<Cancellation> cancelTenant(QueueName queue, TenantId tenant, String reason) {
        return ofTenant(queue, tenant).sorted(Comparator.comparing(InlineGroup::id)).toList().stream()
                .flatMap(group -> cancel(queue, group.id(), reason).stream())
                .reduce(TenantService::together);
    }

    @Override
    public synchronized Explanation explain(QueueName queue) {
        return explanations().queue(groups(queue).values());
    }

    @Override
    public synchronized Optional<Explanation> explain(QueueName queue, GroupId group) {
        return find(queue, group).map(explanations()::group);
    }

    @Override
    public synchronized Optional<Explanation> explain(QueueName queue, JobName job) {
        return find(queue, job.group()).flatMap(
                group -> group.job(job.id()).map(each -> explanations().job(group, each.view())));
    }

    @Override
    public synchronized Optional<Explanation> explainTenant(QueueName queue, TenantId tenant) {
        return Optional.of(progressOf(queue, tenant)).filter(groups -> !groups.isEmpty())
                .map(explanations()::tenant);
    }

    @Override
    public synchronized void succeeded(Success success) {
        InlineGroup group = of(success.job());
        group.succeeded(success, clock.instant());
        end(success.job().job().queue(), group);
    }

    @Override
    public synchronized void failed(Retry retry) {
        InlineGroup group = of(retry.job());
        group.waits(retry, clock.instant());
        end(retry.job().job().queue(), group);
    }

    @Override
    public synchronized void failedForGood(Failure failure, Runnable isDead) {
        InlineGroup group = of(failure.job());
        if (group.failedForGood(failure, clock.instant())) {
            isDead.run();
            events.add(failure.event());
        }
        end(failure.job().job().queue(), group);
    }

    @Override
    public synchronized void progress(ClaimedJob job, String progress) {
        jobOf(job).progress(progress);
    }

    @Override
    public synchronized void checkpoint(ClaimedJob job, String json) {
        jobOf(job).checkpoint(json);
    }

    @Override
    public synchronized Optional<String> checkpoint(ClaimedJob job) {
        return jobOf(job).checkpoint();
    }

    private InlineJob jobOf(ClaimedJob job) {
        return of(job).job(job.id()).orElseThrow();
    }

    @Override
    public synchronized String after(QueueName queue, GroupId group, List<After> after) {
        List<AfterRun> conditions = after.stream().map(each -> {
            QueueName of = each.queue() == null ? queue : each.queue();
            return new AfterRun(of, each.group(), each.when(), find(of, each.group()).map(InlineGroup::run).orElse(0L));
        }).toList();
        if (InlineAfter.leadsBack(queue, group, conditions, this::find)) {
            throw new CyclicAfterException(queue, group);
        }
        return AfterRun.text(conditions);
    }

    /** Groups that waited for others go on, or are cancelled if they wait in vain. */
    private void follow() {
        queues.forEach((queue, groups) -> List.copyOf(groups.values()).forEach(
                group -> InlineAfter.lost(group, this::find).ifPresentOrElse(
                        why -> cancel(queue, group.id(), why), () -> InlineAfter.proceed(group, this::find))));
    }

    /** Ends what has expired, and gives away the next job that is due, of the first group that has one. */
    synchronized Optional<ClaimedJob> startNext() {
        follow();
        Instant now = clock.instant();
        queues.forEach((queue, groups) -> groups.values().stream()
                .filter(group -> group.expire(now)).toList()
                .forEach(group -> end(queue, group)));
        for (InlineGroup group : all().toList()) {
            Optional<InlineJob> due = group.nextDue(now);
            if (due.isPresent()) {
                group.started(now);
                return due.map(job -> job.start(now));
            }
        }
        return Optional.empty();
    }

    /** When the next job is due; empty when none waits. */
    synchronized Optional<Instant> nextDue() {
        return all().flatMap(group -> group.nextDue().stream()).min(Instant::compareTo);
    }

    synchronized List<Job> submitted(QueueName queue, GroupId group) {
        return find(queue, group).stream().flatMap(each -> each.jobs().stream()).map(InlineJob::job).toList();
    }

    synchronized List<JobView> jobs(QueueName queue, GroupId group) {
        return find(queue, group).stream().flatMap(each -> each.jobs().stream()).map(InlineJob::view).toList();
    }

    /** Events of runs that have ended and of jobs that have failed for good since the last call. */
    synchronized List<Object> takeEvents() {
        List<Object> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    synchronized void clear() {
        queues.clear();
        events.clear();
    }

    private void end(QueueName queue, InlineGroup group) {
        group.endIfDone(custom(queue, group), clock.instant()).map(Notes::event).ifPresent(events::add);
    }

    private CustomResults custom(QueueName queue, InlineGroup group) {
        return new CustomResults(
                (id, from, count) -> group.returned(from, count), UnaryOperator.identity(), aggregators,
                settings.get(queue).reliability().aggregatorTimeout());
    }

    private InlineGroup of(ClaimedJob job) {
        return find(job.job().queue(), job.groupId())
                .orElseThrow(() -> new IllegalStateException("cleared while job " + job.id() + " ran"));
    }

    private Optional<InlineGroup> find(QueueName queue, GroupId group) {
        return Optional.ofNullable(groups(queue).get(group));
    }

    private Stream<InlineGroup> all() {
        return queues.values().stream().map(Map::values).flatMap(Collection::stream);
    }

    private Stream<InlineGroup> ofTenant(QueueName queue, TenantId tenant) {
        return groups(queue).values().stream().filter(group -> group.id().value().startsWith(tenant.value() + "/"));
    }

    private List<GroupProgress> progressOf(QueueName queue, TenantId tenant) {
        return ofTenant(queue, tenant).map(group -> group.progress(clock.instant())).toList();
    }

    private InlineExplanations explanations() {
        return new InlineExplanations(clock.instant());
    }

    private synchronized Map<GroupId, InlineGroup> groups(QueueName queue) {
        if (!settings.containsKey(queue)) {
            throw new UnknownQueueException(queue, settings.keySet());
        }
        return queues.computeIfAbsent(queue, any -> new LinkedHashMap<>());
    }
}
