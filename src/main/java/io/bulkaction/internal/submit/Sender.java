package io.bulkaction.internal.submit;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.bulkaction.Submission;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.GroupOwnedException;
import io.bulkaction.internal.flow.ReservationNeededException;
import io.bulkaction.internal.flow.Submitter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Sends jobs in chunks and has a few of them under way at a time, so that neither this process nor Redis waits for the
 * other. For one thread. When a chunk fails, the chunks before it stay accepted; sending everything again adds only what is
 * missing.
 */
final class Sender {

    private static final int CHUNK_JOBS = 250;
    private static final int CHUNK_CHARS = 512 * 1024;
    private static final int UNDER_WAY = 8;

    /** Of one chunk: its group may change its owner and its account meanwhile, or Redis be slower than a reservation lasts. */
    private static final int MAX_REFUSALS = 5;

    private final JobStore.Entrance queue;
    private final BulkActionRequest.Target target;
    private final @Nullable String after;
    private final SubmitObserver observer;
    private final @Nullable String trace;
    private final Submitter submitter = Submitter.current();
    private EnqueueBatch.By by = submitter.by();
    private final Deque<Sent> underWay = new ArrayDeque<>();
    private List<EnqueueBatch.Entry> chunk = new ArrayList<>(CHUNK_JOBS);
    private int chunkChars;
    private long accepted;
    private long duplicates;
    private long run;
    private long totalJobs;
    private String changes = "";

    /**
     * @param after which runs the group waits for
     * @param trace what the jobs carry for tracing
     */
    Sender(
            JobStore.Entrance queue, BulkActionRequest.Target target, @Nullable String after, SubmitObserver observer,
            @Nullable String trace) {
        this.queue = queue;
        this.target = target;
        this.after = after;
        this.observer = observer;
        this.trace = trace;
    }

    private record Sent(EnqueueBatch batch, CompletableFuture<Enqueued> answer) {}

    BulkActionRequest.Target target() {
        return target;
    }

    /** Before the first of these: none is sent if they are more than the submitter may have. */
    void expect(Collection<EnqueueBatch.Entry> jobs) {
        queue.expect(target.group(), jobs);
    }

    /** After the last of those that were expected, whatever became of them. */
    void end() {
        queue.done();
    }

    void add(EnqueueBatch.Entry job) {
        if (chunk.size() == CHUNK_JOBS || chunkChars > CHUNK_CHARS) {
            send(false);
        }
        chunk.add(job);
        chunkChars += job.payload().length();
    }

    /** Sends what is left and waits for all of it. */
    void flush() {
        sendRest(false);
        await();
    }

    void seal() {
        sendRest(true);
        await();
    }

    /** Does not wait for the last chunk, but for all before it if it seals: a seal must not overtake jobs. */
    void sendRest(boolean seal) {
        if (seal) {
            await();
            send(true);
        } else if (!chunk.isEmpty()) {
            send(false);
        }
    }

    void await() {
        awaitAllBut(0);
    }

    /** Waits for what is under way after something went wrong, so that what was accepted is counted. */
    void awaitDespiteFailures() {
        while (!underWay.isEmpty()) {
            try {
                await();
            } catch (RuntimeException alsoFailed) {
                // why: the first failure is reported
            }
        }
    }

    Submission submission() {
        return new Submission(
                target.queue(), target.group(), run, accepted, duplicates, totalJobs, changes, false);
    }

    private void send(boolean seal) {
        awaitAllBut(UNDER_WAY - 1);
        EnqueueBatch batch = new EnqueueBatch(target.group(), target.processorType(), seal,
                new EnqueueBatch.Given(
                        target.level(), target.basePriority(), target.limits(), target.callback(),
                        target.timing().startAt(), target.labels(), after, target.timing().expiresAt()),
                trace, by, chunk);
        chunk = new ArrayList<>(CHUNK_JOBS);
        chunkChars = 0;
        underWay.add(new Sent(batch, queue.enqueue(batch)));
    }

    private void awaitAllBut(int count) {
        int left = count;
        while (underWay.size() > left) {
            Sent sent = underWay.remove();
            Enqueued result = await(sent);
            accepted += result.accepted();
            observer.accepted(target.queue(), result.accepted());
            duplicates += result.duplicates();
            run = result.run();
            totalJobs = result.totalJobs();
            // why the first: the chunks behind it find the group changed already
            changes = changes.isEmpty() ? result.changes() : changes;
            if (sent.answer().isCompletedExceptionally()) {
                left = 0; // what was refused along with it must not come after what is sent next
            }
        }
    }

    private Enqueued await(Sent sent) {
        CompletableFuture<Enqueued> answer = sent.answer();
        for (int refusals = 0;; refusals++) {
            try {
                return join(answer);
            } catch (RuntimeException refusal) {
                // why: whatever is reserved for those under way is given back with their answers
                underWay.forEach(each -> each.answer().handle((enqueued, failure) -> failure).join());
                answer = again(sent.batch(), refusal, refusals);
            }
        }
    }

    /** Here and not where the answer arrives: that thread may not wait for anything. */
    private CompletableFuture<Enqueued> again(EnqueueBatch batch, RuntimeException refusal, int refusals) {
        if (refusal instanceof GroupOwnedException owned && refusals < MAX_REFUSALS) {
            by = submitter.by(owned); // the submitter did not know of that owner, but may use its groups
            return queue.enqueue(batch.with(by));
        }
        if (refusal instanceof ReservationNeededException && refusals == MAX_REFUSALS) {
            throw new RedisUnavailableException(Reason.REDIS_UNAVAILABLE, refusal);
        }
        return queue.again(batch.with(by), refusal).orElseThrow(() -> refusal);
    }

    private Enqueued join(CompletableFuture<Enqueued> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RedisUnavailableException unavailable
                    && unavailable.reason() == Reason.NOT_REPLICATED) {
                observer.notReplicated(target.queue());
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}
