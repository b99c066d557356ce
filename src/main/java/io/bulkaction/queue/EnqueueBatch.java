package io.bulkaction.queue;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.JobId;
import io.bulkaction.job.PriorityLevel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Jobs of one group that are added together.
 *
 * @param level null keeps the group's level
 * @param basePriority null keeps the group's
 * @param seal whether no more jobs are to come for this run
 * @param callback where the result is posted, null keeps the group's
 * @param trace trace context that the jobs go on with
 */
public record EnqueueBatch(
        GroupId group,
        String processorType,
        @Nullable PriorityLevel level,
        @Nullable Long basePriority,
        boolean seal,
        GroupLimits limits,
        @Nullable String callback,
        @Nullable String trace,
        List<Entry> jobs) {

    /** @param payload JSON text */
    public record Entry(JobId id, String payload) {}
}
