package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionRequest.Target;
import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.QueueName;
import io.bulkaction.Submission;
import io.bulkaction.SubmitOutcome;
import io.bulkaction.internal.flow.EnqueueBatch;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks requests and sends them, at once or later. */
public final class RequestSender {

    private final JobStore store;
    private final JobWriter writer;
    private final SubmitRules rules;
    private final SubmitObserver observer;

    public RequestSender(JobStore store, JobWriter writer, SubmitRules rules, SubmitObserver observer) {
        this.store = store;
        this.writer = writer;
        this.rules = rules;
        this.observer = observer;
    }

    /** What the jobs of a submit by this thread carry for tracing. */
    @Nullable
    String trace(QueueName queue) {
        return observer.trace(queue);
    }

    Submission send(BulkActionRequest request) {
        rules.check(request.target());
        return send(request, trace(request.target().queue()));
    }

    Submission checkAndSend(BulkActionRequest request, @Nullable String trace) {
        rules.check(request.target());
        return send(request, trace);
    }

    /**
     * Sends what was checked before, maybe long ago and by another process.
     *
     * @return what became of each; behind a refusal that is not about its group they are not tried and have that very refusal
     */
    public List<SubmitOutcome> sendKept(List<CheckedRequest> kept) {
        Instant now = Instant.now();
        return sendAll(kept.stream().map(request -> request.asOf(now)).toList());
    }

    /** The same for what was checked just now. */
    List<SubmitOutcome> sendAll(List<CheckedRequest> requests) {
        return new ManySender(request -> sender(request.target(), request.trace())).send(requests);
    }

    /** Reads all jobs; one that is bad stops all. */
    List<CheckedRequest> check(Collection<BulkActionRequest> requests) {
        Instant now = Instant.now();
        List<CheckedRequest> checked = requests.stream().map(request -> check(request, now)).toList();
        // why one for all of a queue: it is one submit
        Map<QueueName, Optional<String>> traces = new HashMap<>();
        return checked.stream().map(request -> request.tracedBy(traces
                .computeIfAbsent(request.target().queue(), queue -> Optional.ofNullable(trace(queue)))
                .orElse(null))).toList();
    }

    SenderStream open(Target target) {
        rules.check(target);
        return new SenderStream(sender(target, trace(target.queue())), writer, target.metadata());
    }

    private CheckedRequest check(BulkActionRequest request, Instant now) {
        rules.check(request.target());
        store.entrance(request.target().queue()); // there is such a queue, and this thread may wait for it
        List<EnqueueBatch.Entry> jobs = written(request).toList();
        requireJobs(!jobs.isEmpty());
        return new CheckedRequest(request.target(), jobs, request.sealed(), null, now);
    }

    private Submission send(BulkActionRequest request, @Nullable String trace) {
        Sender sender = sender(request.target(), trace);
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

    private static Submission finish(Sender sender, boolean seal) {
        if (seal) {
            sender.seal();
        } else {
            sender.flush();
        }
        return sender.submission();
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

    private Sender sender(Target target, @Nullable String trace) {
        String after = target.after().isEmpty() ? null
                : store.after(target.queue(), target.group(), target.after());
        return new Sender(store.entrance(target.queue()), timed(target), after, observer, trace);
    }

    /** Durations count from now, by the clock that decides later. */
    private Target timed(Target target) {
        return target.timing().isRelative()
                ? CheckedRequest.with(target, target.timing().from(store.now(target.queue()))) : target;
    }

    private static void requireJobs(boolean any) {
        if (!any) {
            throw new InvalidSubmissionException("a request needs at least one job");
        }
    }
}
