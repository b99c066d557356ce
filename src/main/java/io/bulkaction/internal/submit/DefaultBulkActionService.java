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
import io.bulkaction.JobRequest;
import io.bulkaction.JobView;
import io.bulkaction.JobsNotSentException;
import io.bulkaction.QueueName;
import io.bulkaction.Submission;
import io.bulkaction.SubmitOutcome;
import io.bulkaction.TenantId;
import io.bulkaction.TenantProgress;
import io.bulkaction.Timing;
import io.bulkaction.TooManySubmitsException;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.loop.AsyncCalls;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks what is submitted and sends it; everything about runs is answered by the {@link JobStore}. */
public final class DefaultBulkActionService implements BulkActionService {

    private final JobStore store;
    private final JobWriter writer;
    private final SubmitRules rules;
    private final SubmitObserver observer;
    private final AsyncCalls async;
    private final @Nullable CommitStore outbox;

    public DefaultBulkActionService(
            JobStore store, JobWriter writer, SubmitRules rules, SubmitObserver observer) {
        this(store, writer, rules, observer, new AsyncCalls(1), null);
    }

    /** @param outbox keeps what transactions submit; null where it is kept in memory */
    public DefaultBulkActionService(
            JobStore store, JobWriter writer, SubmitRules rules, SubmitObserver observer, AsyncCalls async,
            @Nullable CommitStore outbox) {
        this.async = async;
        this.outbox = outbox;
        this.store = store;
        this.writer = writer;
        this.rules = rules;
        this.observer = observer;
    }

    @Override
    public Submission submit(BulkActionRequest request) {
        if (AfterCommit.isPossible()) {
            return submitAfterCommit(request);
        }
        return submitNow(request);
    }

    @Override
    public CompletableFuture<Submission> submitAsync(BulkActionRequest request) {
        if (AfterCommit.isPossible()) {
            return CompletableFuture.completedFuture(submitAfterCommit(request));
        }
        @Nullable
        String trace = observer.trace(request.target().queue()); // of the thread that submits
        return async.call(() -> {
            rules.check(request.target());
            return send(request, sender(request.target(), trace));
        }, () -> new TooManySubmitsException(async.most()));
    }

    @Override
    public Submission submitNow(BulkActionRequest request) {
        return send(request, sender(request.target()));
    }

    private Submission send(BulkActionRequest request, Sender sender) {
        if (request.checkedFirst()) {
            return sendAtOnce(sender, written(request).toList(), request.sealed());
        }
        Iterator<EnqueueBatch.Entry> each = written(request).iterator();
        requireJobs(each.hasNext());
        each.forEachRemaining(sender::add);
        return finish(sender, request.sealed());
    }

    private static Submission sendAtOnce(Sender sender, List<EnqueueBatch.Entry> jobs, boolean seal) {
        requireJobs(!jobs.isEmpty());
        sender.expect(jobs);
        try {
            jobs.forEach(sender::add);
            return finish(sender, seal);
        } finally {
            sender.end();
        }
    }

    @Override
    public List<SubmitOutcome> submitAll(Collection<BulkActionRequest> requests) {
        List<ManySender.Checked> checked = requests.stream().map(this::check).toList();
        if (!AfterCommit.isPossible()) {
            return sendAll(checked);
        }
        if (outbox != null) {
            checked.forEach(request -> outbox.keep(again(request.target(), request.jobs(), request.sealed())));
        } else {
            AfterCommit.run(() -> throwRefusals(checked, sendAll(checked)));
        }
        return checked.stream().map(request -> new SubmitOutcome(deferred(request.target()), null)).toList();
    }

    @Override
    public BulkActionStream open(String queue, String group, String processorType) {
        return open(BulkActionRequest.to(queue, group).processor(processorType).target());
    }

    @Override
    public BulkActionStream open(BulkActionRequest.Target target) {
        return new SenderStream(sender(target), writer, target.metadata());
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

    private Submission submitAfterCommit(BulkActionRequest request) {
        rules.check(request.target());
        if (outbox != null) {
            outbox.keep(again(request.target(), checkedJobs(request), request.sealed()));
            return deferred(request.target());
        }
        Sender sender = sender(request.target(), observer.trace(request.target().queue()));
        List<EnqueueBatch.Entry> jobs = checkedJobs(request);
        AfterCommit.run(() -> {
            try {
                jobs.forEach(sender::add);
                finish(sender, request.sealed());
            } catch (RuntimeException failure) {
                throw new JobsNotSentException(List.of(again(request.target(), jobs, request.sealed())), failure);
            }
        });
        return deferred(request.target());
    }

    private List<EnqueueBatch.Entry> checkedJobs(BulkActionRequest request) {
        List<EnqueueBatch.Entry> jobs = written(request).toList();
        requireJobs(!jobs.isEmpty());
        return jobs;
    }

    /** A request whose jobs have been read already, to be submitted once more. */
    private static BulkActionRequest again(
            BulkActionRequest.Target target, List<EnqueueBatch.Entry> jobs, boolean sealed) {
        return new BulkActionRequest(
                target,
                jobs.stream().map(job -> new JobRequest(
                        job.id().value(), new CheckedJson(job.payload()), job.timing(), job.metadata())),
                sealed, true);
    }

    /** What is wrong with a job is said with its index: it may have no id. */
    private Stream<EnqueueBatch.Entry> written(BulkActionRequest request) {
        AtomicInteger index = new AtomicInteger();
        return request.jobs().map(job -> {
            int at = index.getAndIncrement();
            try {
                return writer.write(job, request.target().metadata());
            } catch (InvalidSubmissionException e) {
                throw new InvalidSubmissionException("jobs[" + at + "]: " + e.getMessage(), e);
            }
        });
    }

    private static Submission deferred(BulkActionRequest.Target target) {
        return new Submission(target.queue(), target.group(), 0, 0, 0, 0, "", true);
    }

    private Sender sender(BulkActionRequest.Target target) {
        rules.check(target);
        return sender(target, observer.trace(target.queue()));
    }

    private Sender sender(BulkActionRequest.Target target, @Nullable String trace) {
        String after = target.after().isEmpty() ? null
                : store.after(target.queue(), target.group(), target.after());
        return new Sender(store.entrance(target.queue()), timed(target), after, observer, trace);
    }

    /** Durations count from now, by the clock that decides later. */
    private BulkActionRequest.Target timed(BulkActionRequest.Target target) {
        Timing timing = target.timing();
        return !timing.isRelative() ? target
                : new BulkActionRequest.Target(
                        target.queue(), target.group(), target.processorType(), target.level(), target.basePriority(),
                        target.limits(), target.callback(), timing.from(store.now(target.queue())), target.labels(),
                        target.metadata(), target.after());
    }

    private ManySender.Checked check(BulkActionRequest request) {
        rules.check(request.target());
        store.entrance(request.target().queue());
        List<EnqueueBatch.Entry> jobs = written(request).toList();
        requireJobs(!jobs.isEmpty());
        return new ManySender.Checked(request.target(), jobs, request.sealed());
    }

    /** All jobs for one queue carry the same trace: it is one submit. */
    private List<SubmitOutcome> sendAll(List<ManySender.Checked> requests) {
        Map<QueueName, Optional<String>> traces = new HashMap<>();
        return new ManySender(target -> sender(target, traces
                .computeIfAbsent(target.queue(), queue -> Optional.ofNullable(observer.trace(queue)))
                .orElse(null)))
                .send(requests);
    }

    private static void throwRefusals(List<ManySender.Checked> requests, List<SubmitOutcome> outcomes) {
        List<RuntimeException> refusals =
                outcomes.stream().map(SubmitOutcome::refusal).filter(Objects::nonNull).distinct().toList();
        if (!refusals.isEmpty()) {
            RuntimeException first = refusals.getFirst();
            refusals.stream().skip(1).forEach(first::addSuppressed);
            throw new JobsNotSentException(
                    IntStream.range(0, outcomes.size())
                            .filter(i -> outcomes.get(i).refusal() != null)
                            .mapToObj(requests::get)
                            .map(request -> again(request.target(), request.jobs(), request.sealed()))
                            .toList(),
                    first);
        }
    }

    private static Submission finish(Sender sender, boolean seal) {
        if (seal) {
            sender.seal();
        } else {
            sender.flush();
        }
        return sender.submission();
    }

    private static void requireJobs(boolean any) {
        if (!any) {
            throw new InvalidSubmissionException("a request needs at least one job");
        }
    }
}
