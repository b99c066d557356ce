package io.bulkaction.internal.builtin;

import io.bulkaction.GroupId;
import io.bulkaction.Job;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import java.time.Instant;

/** Jobs as a worker would hand them to a processor. */
public final class Jobs {

    private Jobs() {}

    public static Job of(String type, String payload) {
        return of(type, payload, 1, 0);
    }

    public static Job of(String type, String payload, int attempt, int retryCount) {
        return new Job(
                new JobId("job-1"),
                new GroupId("customer-A"),
                new QueueName("default"),
                type,
                payload,
                attempt,
                retryCount,
                Instant.parse("2026-01-20T10:00:00Z"));
    }

    public static Job withId(Job job, String id) {
        return new Job(
                new JobId(id),
                job.groupId(),
                job.queue(),
                job.processorType(),
                job.payload(),
                job.attempt(),
                job.retryCount(),
                job.createdAt());
    }
}
