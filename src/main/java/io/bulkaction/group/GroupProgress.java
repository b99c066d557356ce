package io.bulkaction.group;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.GroupStatus;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.job.QueueName;
import io.bulkaction.queue.GroupCounts;
import io.bulkaction.queue.GroupState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * Where a group's current or last run stands. All counts are of one moment:
 * {@code totalJobs = success + failed + cancelled + resolved + pending + ready + nonReady + inFlight}.
 *
 * @param failedCount dead letters that nobody has settled; {@code resolvedCount} are those a person settled
 * @param percent of the jobs that are done, one decimal, rounded down: 100 only when all are
 * @param startedAt null until the first job is claimed
 * @param finishedAt end of the last job, null while the run goes on
 * @param jobsPerSecond of the whole run once it has finished, else of the last seconds
 * @param etaSeconds null when nobody can tell: nothing has ended yet, the queue is paused, or more jobs may come
 */
public record GroupProgress(
        @JsonSerialize(using = ToStringSerializer.class) QueueName queue,
        @JsonSerialize(using = ToStringSerializer.class) GroupId groupId,
        long run,
        GroupStatus status,
        PriorityLevel priorityLevel,
        long totalJobs,
        long doneJobs,
        long successCount,
        long failedCount,
        long cancelledCount,
        long resolvedCount,
        long pending,
        long ready,
        long nonReady,
        long inFlight,
        double percent,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        double jobsPerSecond,
        @Nullable Long etaSeconds) {

    static GroupProgress of(QueueName queue, GroupState state) {
        GroupCounts counts = state.counts();
        double perSecond = state.jobsPerSecond();
        return new GroupProgress(
                queue,
                state.group(),
                state.run(),
                state.status(),
                state.level(),
                counts.total(),
                counts.done(),
                counts.success(),
                counts.failed(),
                counts.cancelled(),
                counts.resolved(),
                counts.pending(),
                counts.ready(),
                counts.nonReady(),
                counts.inFlight(),
                percent(counts),
                state.createdAt(),
                state.startedAt(),
                state.finishedAt(),
                Math.round(perSecond * 100) / 100.0,
                eta(state, perSecond));
    }

    private static double percent(GroupCounts counts) {
        return counts.total() == 0 ? 0 : counts.done() * 1000 / counts.total() / 10.0;
    }

    private static @Nullable Long eta(GroupState state, double perSecond) {
        long left = state.counts().total() - state.counts().done();
        if (left == 0 && state.finishedAt() != null) {
            return 0L;
        }
        boolean unknown = perSecond <= 0 || state.paused() || !state.sealed();
        return unknown ? null : (long) Math.ceil(left / perSecond);
    }
}
