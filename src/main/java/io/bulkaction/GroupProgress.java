package io.bulkaction;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * How far a group's current or last run is. All counts are of one moment:
 * {@code totalJobs = successCount + failedCount + cancelledCount + resolvedCount + expiredCount + pending + ready + nonReady + inFlight
 * + scheduled}.
 *
 * @param queue the queue of the group
 * @param groupId the group
 * @param run number of the run, 1 for the first of its group
 * @param status where the run stands
 * @param priorityLevel the level of the group
 * @param sealed whether no more jobs will come: a run ends only when it is sealed
 * @param totalJobs jobs submitted to the run so far
 * @param doneJobs jobs that will not run any more: succeeded, failed, cancelled or skipped
 * @param successCount jobs that succeeded
 * @param failedCount dead letters that wait for a person: jobs that failed for good and that nobody has skipped
 * @param cancelledCount jobs that were cancelled
 * @param resolvedCount dead letters that a person has skipped
 * @param expiredCount jobs that had not started in time
 * @param pending jobs that wait for their group's turn, those that come back to run again included
 * @param ready jobs that have had their group's turn and wait for a worker
 * @param nonReady jobs that failed and wait for the time of their retry
 * @param inFlight jobs that run
 * @param scheduled jobs that are to start later
 * @param percent share of the jobs that are done, with one decimal, rounded down: 100 only when all are
 * @param createdAt when the first job of the run was submitted
 * @param startedAt when the first job of the run began; null until then
 * @param finishedAt when the last job of the run ended; null until then
 * @param jobsPerSecond over the whole run if it has ended, else over the last ten seconds
 * @param etaSeconds how long the run will take at this pace, in seconds; null when that is not known, because no job has
 *     ended yet, the queue is paused, or the run is not sealed and more jobs may come
 * @param share its part, 0 to 1, of all jobs that ended in the queue in the last ten seconds; null once the run has ended,
 *     and if none did
 * @param hold why nothing of it starts for now; null if it is not held
 * @param owner who created the group: the name of a user or of an API token; null when an application did, from Java
 * @param labels what its submitter calls it, by key
 */
public record GroupProgress(
        @JsonSerialize(using = ToStringSerializer.class) QueueName queue,
        @JsonSerialize(using = ToStringSerializer.class) GroupId groupId,
        long run,
        GroupStatus status,
        PriorityLevel priorityLevel,
        boolean sealed,
        long totalJobs,
        long doneJobs,
        long successCount,
        long failedCount,
        long cancelledCount,
        long resolvedCount,
        long expiredCount,
        long pending,
        long ready,
        long nonReady,
        long inFlight,
        long scheduled,
        double percent,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        double jobsPerSecond,
        @Nullable Long etaSeconds,
        @Nullable Double share,
        @Nullable Hold hold,
        @Nullable String owner,
        Map<String, String> labels) {}
