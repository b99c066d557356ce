package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.BulkActionStream;
import io.bulkaction.Cancellation;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupPause;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobCancellation;
import io.bulkaction.JobId;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.Rescheduling;
import io.bulkaction.Submission;
import io.bulkaction.SubmitOutcome;
import io.bulkaction.TenantId;
import io.bulkaction.TenantProgress;
import io.bulkaction.Timing;
import io.bulkaction.TooManySubmitsException;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.loop.AsyncCalls;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Checks what is submitted and sends it; everything about runs is answered by the {@link JobStore}. */
public final class DefaultBulkActionService implements BulkActionService {

    private final JobStore store;
    private final RequestSender sender;
    private final AsyncCalls async;
    private final AfterCommit afterCommit;

    public DefaultBulkActionService(
            JobStore store, JobWriter writer, SubmitRules rules, SubmitObserver observer) {
        this(store, new RequestSender(store, writer, rules, observer), new AsyncCalls(1), null);
    }

    /** @param outbox keeps what transactions submit; null where it is kept in memory */
    public DefaultBulkActionService(
            JobStore store, RequestSender sender, AsyncCalls async, @Nullable CommitStore outbox) {
        this.store = store;
        this.sender = sender;
        this.async = async;
        this.afterCommit = new AfterCommit(sender, outbox);
    }

    @Override
    public Submission submit(BulkActionRequest request) {
        return AfterCommit.isPossible() ? submitAfterCommit(List.of(request)).getFirst() : submitNow(request);
    }

    @Override
    public CompletableFuture<Submission> submitAsync(BulkActionRequest request) {
        if (AfterCommit.isPossible()) {
            try {
                return CompletableFuture.completedFuture(submitAfterCommit(List.of(request)).getFirst());
            } catch (RuntimeException refused) {
                return CompletableFuture.failedFuture(refused);
            }
        }
        @Nullable
        String trace = sender.trace(request.target().queue()); // of the thread that submits
        return async.call(
                () -> sender.checkAndSend(request, trace), () -> new TooManySubmitsException(async.most()));
    }

    @Override
    public Submission submitNow(BulkActionRequest request) {
        return sender.send(request);
    }

    @Override
    public List<SubmitOutcome> submitAll(Collection<BulkActionRequest> requests) {
        return AfterCommit.isPossible()
                ? submitAfterCommit(requests).stream().map(deferred -> new SubmitOutcome(deferred, null)).toList()
                : sender.sendAll(sender.check(requests));
    }

    private List<Submission> submitAfterCommit(Collection<BulkActionRequest> requests) {
        List<CheckedRequest> checked = sender.check(requests);
        afterCommit.add(checked);
        return checked.stream()
                .map(request -> new Submission(
                        request.target().queue(), request.target().group(), 0, 0, 0, 0, "", true))
                .toList();
    }

    @Override
    public BulkActionStream open(String queue, String group, String processorType) {
        return open(BulkActionRequest.to(queue, group).processor(processorType).target());
    }

    @Override
    public BulkActionStream open(BulkActionRequest.Target target) {
        return sender.open(target);
    }

    @Override
    public boolean seal(String queue, String group) {
        return store.seal(new QueueName(queue), new GroupId(group));
    }

    @Override
    public Optional<GroupProgress> progress(String queue, String group) {
        return store.progress(new QueueName(queue), new GroupId(group));
    }

    @Override
    public Optional<GroupResult> result(String queue, String group) {
        return store.result(new QueueName(queue), new GroupId(group));
    }

    @Override
    public Optional<GroupResult> partialResult(String queue, String group) {
        return store.partialResult(new QueueName(queue), new GroupId(group));
    }

    @Override
    public List<GroupResult> results(String queue, String group) {
        return store.results(new QueueName(queue), new GroupId(group));
    }

    @Override
    public Optional<Cancellation> cancel(String queue, String group, String reason) {
        return store.cancel(new QueueName(queue), new GroupId(group), reason);
    }

    @Override
    public Optional<GroupPause> pause(String queue, String group, String reason, String by) {
        return store.pause(new QueueName(queue), new GroupId(group), reason, by);
    }

    @Override
    public Optional<Boolean> resume(String queue, String group) {
        return store.resume(new QueueName(queue), new GroupId(group));
    }

    @Override
    public Optional<Rescheduling> reschedule(String queue, String group, Timing start) {
        QueueName of = new QueueName(queue);
        return store.reschedule(of, new GroupId(group), startOf(of, start));
    }

    @Override
    public Optional<Rescheduling> rescheduleJob(String queue, String group, String id, Timing start) {
        QueueName of = new QueueName(queue);
        return store.reschedule(of, new JobName(new GroupId(group), new JobId(id)), startOf(of, start));
    }

    private @Nullable Instant startOf(QueueName queue, Timing start) {
        if (start.expiresAt() != null || start.ttl() != null) {
            throw new InvalidSubmissionException("when something expires cannot be changed");
        }
        return start.isRelative() ? start.from(store.now(queue)).startAt() : start.startAt();
    }

    @Override
    public Optional<JobCancellation> cancelJob(String queue, String group, String id) {
        return store.cancel(new QueueName(queue), new JobName(new GroupId(group), new JobId(id)));
    }

    @Override
    public Optional<JobView> job(String queue, String group, String id) {
        return store.job(new QueueName(queue), new JobName(new GroupId(group), new JobId(id)));
    }

    @Override
    public Optional<TenantProgress> tenantProgress(String queue, String tenant) {
        return store.tenantProgress(new QueueName(queue), new TenantId(tenant));
    }

    @Override
    public Optional<Cancellation> cancelTenant(String queue, String tenant, String reason) {
        return store.cancelTenant(new QueueName(queue), new TenantId(tenant), reason);
    }

    @Override
    public Explanation explain(String queue) {
        return store.explain(new QueueName(queue));
    }

    @Override
    public Optional<Explanation> explain(String queue, String group) {
        return store.explain(new QueueName(queue), new GroupId(group));
    }

    @Override
    public Optional<Explanation> explain(String queue, String group, String id) {
        return store.explain(new QueueName(queue), new JobName(new GroupId(group), new JobId(id)));
    }

    @Override
    public Optional<Explanation> explainTenant(String queue, String tenant) {
        return store.explainTenant(new QueueName(queue), new TenantId(tenant));
    }
}
