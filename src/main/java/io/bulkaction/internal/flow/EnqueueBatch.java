package io.bulkaction.internal.flow;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
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

    /** More would not fit into one command of the script, and every script must be short. */
    public static final int MAX_JOBS = 1_000;

    public EnqueueBatch {
        if (jobs.size() > MAX_JOBS) {
            throw new IllegalArgumentException(
                    "a batch has at most " + MAX_JOBS + " jobs, not " + jobs.size() + "; send several");
        }
    }

    /** @param payload JSON text */
    public record Entry(JobId id, String payload) {}
}
