package io.bulkaction.submit;

import io.bulkaction.group.Cancellation;
import io.bulkaction.group.GroupProgress;
import io.bulkaction.group.GroupResult;
import io.bulkaction.group.GroupService;
import io.bulkaction.job.GroupId;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.EnqueueBatch;
import io.bulkaction.queue.Queues;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The way in: submits jobs and tells what became of them.
 *
 * <p>Inside a Spring transaction jobs are sent after its commit and not at all after its rollback. They are read and
 * checked at once and kept in memory until then. A crash between commit and sending loses them, as nothing of them is
 * in Redis yet: where that matters, submit outside the transaction with ids of your own and repeat until it succeeds.
 */
public final class BulkActionService {

    private final Queues queues;
    private final JobWriter writer;
    private final SubmitRules rules;
    private final SubmitObserver observer;
    private final GroupService groups;

    public BulkActionService(Queues queues, JobWriter writer, SubmitRules rules, SubmitObserver observer,
            GroupService groups) {
        this.queues = queues;
        this.writer = writer;
        this.rules = rules;
        this.observer = observer;
        this.groups = groups;
    }

    /** Sends the jobs in chunks and seals at the end. Idempotent by job id: what broke off is simply sent again. */
    public Submission submit(BulkActionRequest request) {
        if (AfterCommit.isPossible()) {
            return submitAfterCommit(request);
        }
        return submitNow(request);
    }

    /** As {@link #submit}, whatever transaction is open. */
    public Submission submitNow(BulkActionRequest request) {
        Sender sender = sender(request.target());
        Stream<EnqueueBatch.Entry> jobs = request.jobs().map(writer::write);
        if (request.checkedFirst()) {
            jobs = jobs.toList().stream();
        }
        Iterator<EnqueueBatch.Entry> each = jobs.iterator();
        requireJobs(each.hasNext());
        each.forEachRemaining(sender::add);
        return finish(sender, request.sealed());
    }

    /** A run that is added to piece by piece and sealed when the stream is closed. Ignores transactions. */
    public BulkActionStream open(String queue, String group, String processorType) {
        return open(BulkActionRequest.to(queue, group).processor(processorType).target());
    }

    public BulkActionStream open(BulkActionRequest.Target target) {
        return new BulkActionStream(sender(target), writer);
    }

    /** Says that no more jobs are to come for a run that was left open. */
    public boolean seal(String queue, String group) {
        return groups.seal(new QueueName(queue), new GroupId(group));
    }

    /** Where the group's current or last run stands; empty when there is no such group. */
    public Optional<GroupProgress> progress(String queue, String group) {
        return groups.progress(new QueueName(queue), new GroupId(group));
    }

    /** Of the last run that has ended; empty while there is none. */
    public Optional<GroupResult> result(String queue, String group) {
        return groups.result(new QueueName(queue), new GroupId(group));
    }

    /** Of the current run as far as it got, the final one once it has ended. Costs as much as the run is long. */
    public Optional<GroupResult> partialResult(String queue, String group) {
        return groups.partialResult(new QueueName(queue), new GroupId(group));
    }

    /** Of the last runs, as many as the queue keeps, the latest first. */
    public List<GroupResult> results(String queue, String group) {
        return groups.results(new QueueName(queue), new GroupId(group));
    }

    /** Cancels what waits and interrupts what runs; empty when there is no such group. */
    public Optional<Cancellation> cancel(String queue, String group, String reason) {
        return groups.cancel(new QueueName(queue), new GroupId(group), reason);
    }

    private Submission submitAfterCommit(BulkActionRequest request) {
        Sender sender = sender(request.target());
        List<EnqueueBatch.Entry> jobs = request.jobs().map(writer::write).toList();
        requireJobs(!jobs.isEmpty());
        AfterCommit.run(() -> {
            jobs.forEach(sender::add);
            finish(sender, request.sealed());
        });
        QueueName queue = request.target().queue();
        GroupId group = request.target().group();
        return new Submission(queue.value(), group.value(), 0, 0, 0, 0, "", true);
    }

    private Sender sender(BulkActionRequest.Target target) {
        rules.check(target);
        return new Sender(queues.get(target.queue()).fairQueue(), target, observer);
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
