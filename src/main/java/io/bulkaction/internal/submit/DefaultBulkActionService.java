package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.BulkActionStream;
import io.bulkaction.Cancellation;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobId;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.Submission;
import io.bulkaction.SubmitOutcome;
import io.bulkaction.TenantId;
import io.bulkaction.TenantProgress;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.JobName;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks what is submitted and sends it; everything about runs is answered by the {@link JobStore}. */
public final class DefaultBulkActionService implements BulkActionService {

    private final JobStore store;
    private final JobWriter writer;
    private final SubmitRules rules;
    private final SubmitObserver observer;

    public DefaultBulkActionService(
            JobStore store, JobWriter writer, SubmitRules rules, SubmitObserver observer) {
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
    public Submission submitNow(BulkActionRequest request) {
        Sender sender = sender(request.target());
        Stream<EnqueueBatch.Entry> jobs = written(request);
        if (request.checkedFirst()) {
            jobs = jobs.toList().stream();
        }
        Iterator<EnqueueBatch.Entry> each = jobs.iterator();
        requireJobs(each.hasNext());
        each.forEachRemaining(sender::add);
        return finish(sender, request.sealed());
    }

    @Override
    public List<SubmitOutcome> submitAll(Collection<BulkActionRequest> requests) {
        List<ManySender.Checked> checked = requests.stream().map(this::check).toList();
        if (!AfterCommit.isPossible()) {
            return sendAll(checked);
        }
        AfterCommit.run(() -> throwRefusals(sendAll(checked)));
        return checked.stream().map(request -> new SubmitOutcome(deferred(request.target()), null)).toList();
    }

    @Override
    public BulkActionStream open(String queue, String group, String processorType) {
        return open(BulkActionRequest.to(queue, group).processor(processorType).target());
    }

    @Override
    public BulkActionStream open(BulkActionRequest.Target target) {
        return new SenderStream(sender(target), writer);
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
        Sender sender = sender(request.target());
        List<EnqueueBatch.Entry> jobs = written(request).toList();
        requireJobs(!jobs.isEmpty());
        AfterCommit.run(() -> {
            jobs.forEach(sender::add);
            finish(sender, request.sealed());
        });
        return deferred(request.target());
    }

    /** What is wrong with a job is said with its index: it may have no id. */
    private Stream<EnqueueBatch.Entry> written(BulkActionRequest request) {
        AtomicInteger index = new AtomicInteger();
        return request.jobs().map(job -> {
            int at = index.getAndIncrement();
            try {
                return writer.write(job);
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
        return new Sender(store.entrance(target.queue()), target, observer, trace);
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

    private static void throwRefusals(List<SubmitOutcome> outcomes) {
        List<RuntimeException> refusals =
                outcomes.stream().map(SubmitOutcome::refusal).filter(Objects::nonNull).distinct().toList();
        if (!refusals.isEmpty()) {
            RuntimeException first = refusals.getFirst();
            refusals.stream().skip(1).forEach(first::addSuppressed);
            throw first;
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
