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
import io.bulkaction.UnknownQueueException;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.JobName;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where jobs and runs are kept: in Redis, or in the memory of a test. Every method throws an {@link UnknownQueueException}
 * for a queue that is not in the settings.
 */
public interface JobStore {

    /** Where the jobs for one queue go. */
    @FunctionalInterface
    interface Entrance {

        CompletableFuture<Enqueued> enqueue(EnqueueBatch batch);

        /** What was refused once more, if that may help; waits for what it takes. */
        default Optional<CompletableFuture<Enqueued>> again(EnqueueBatch batch, RuntimeException refusal) {
            return Optional.empty();
        }

        /** Before the first of these is added: all of them must fit into what the submitter may have. */
        default void expect(GroupId group, Collection<EnqueueBatch.Entry> jobs) {}

        /** Nothing more of what was expected will come. */
        default void done() {}
    }

    Entrance entrance(QueueName queue);

    /**
     * Names the runs that a group is to wait for, as the batches of its submit say it.
     *
     * @throws io.bulkaction.CyclicAfterException when it would wait for itself
     */
    String after(QueueName queue, GroupId group, List<After> after);

    boolean seal(QueueName queue, GroupId group);

    Optional<GroupProgress> progress(QueueName queue, GroupId group);

    Optional<GroupResult> result(QueueName queue, GroupId group);

    Optional<GroupResult> partialResult(QueueName queue, GroupId group);

    List<GroupResult> results(QueueName queue, GroupId group);

    Optional<JobView> job(QueueName queue, JobName job);

    Optional<Cancellation> cancel(QueueName queue, GroupId group, String reason);

    Optional<GroupPause> pause(QueueName queue, GroupId group, String reason, String by);

    Optional<Boolean> resume(QueueName queue, GroupId group);

    /** @param startAt not before this; null: at once */
    Optional<Rescheduling> reschedule(QueueName queue, GroupId group, @Nullable Instant startAt);

    Optional<Rescheduling> reschedule(QueueName queue, JobName job, @Nullable Instant runAt);

    Optional<JobCancellation> cancel(QueueName queue, JobName job);

    /** By the clock that decides when something is due. */
    Instant now(QueueName queue);

    Optional<TenantProgress> tenantProgress(QueueName queue, TenantId tenant);

    Optional<Cancellation> cancelTenant(QueueName queue, TenantId tenant, String reason);

    Explanation explain(QueueName queue);

    Optional<Explanation> explain(QueueName queue, GroupId group);

    Optional<Explanation> explain(QueueName queue, JobName job);

    Optional<Explanation> explainTenant(QueueName queue, TenantId tenant);
}
