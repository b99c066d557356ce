package io.bulkaction.internal.submit;

import io.bulkaction.Cancellation;
import io.bulkaction.Explanation;
import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupResult;
import io.bulkaction.JobView;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.TenantProgress;
import io.bulkaction.UnknownQueueException;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Enqueued;
import io.bulkaction.internal.flow.JobName;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where jobs and runs are kept: in Redis, or in the memory of a test. Every method throws an {@link UnknownQueueException}
 * for a queue that is not in the settings.
 */
public interface JobStore {

    /** Where the jobs for one queue go. */
    @FunctionalInterface
    interface Entrance {

        CompletableFuture<Enqueued> enqueue(EnqueueBatch batch);
    }

    Entrance entrance(QueueName queue);

    boolean seal(QueueName queue, GroupId group);

    Optional<GroupProgress> progress(QueueName queue, GroupId group);

    Optional<GroupResult> result(QueueName queue, GroupId group);

    Optional<GroupResult> partialResult(QueueName queue, GroupId group);

    List<GroupResult> results(QueueName queue, GroupId group);

    Optional<JobView> job(QueueName queue, JobName job);

    Optional<Cancellation> cancel(QueueName queue, GroupId group, String reason);

    Optional<TenantProgress> tenantProgress(QueueName queue, TenantId tenant);

    Optional<Cancellation> cancelTenant(QueueName queue, TenantId tenant, String reason);

    Explanation explain(QueueName queue);

    Optional<Explanation> explain(QueueName queue, GroupId group);

    Optional<Explanation> explain(QueueName queue, JobName job);

    Optional<Explanation> explainTenant(QueueName queue, TenantId tenant);
}
