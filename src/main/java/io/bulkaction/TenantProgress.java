package io.bulkaction;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * How far the groups of a tenant are together: the sums over the current or last run of each. The counts of one group are of
 * one moment, those of several groups of moments that follow each other closely.
 *
 * @param queue the queue of the groups
 * @param tenant the tenant
 * @param groups how many groups it has in each status; a status without groups is left out
 * @param totalJobs jobs submitted to these runs so far
 * @param doneJobs jobs that will not run any more: succeeded, failed, cancelled or skipped
 * @param successCount jobs that succeeded
 * @param failedCount dead letters that wait for a person
 * @param cancelledCount jobs that were cancelled
 * @param resolvedCount dead letters that a person has skipped
 * @param expiredCount jobs that had not started in time
 * @param pending jobs that wait for their turn
 * @param ready jobs that have had their turn and wait for a worker
 * @param nonReady jobs that failed and wait for the time of their retry
 * @param inFlight jobs that run
 * @param scheduled jobs that are to start later
 * @param percent share of the jobs that are done, with one decimal, rounded down: 100 only when all are
 * @param jobsPerSecond of the groups that run, over the last seconds
 * @param pausedAt since when the tenant is paused; null when it is not
 * @param pauseReason why it is paused; null when it is not
 * @param pausedBy who paused it; null when it is not
 */
public record TenantProgress(
        @JsonSerialize(using = ToStringSerializer.class) QueueName queue,
        @JsonSerialize(using = ToStringSerializer.class) TenantId tenant,
        Map<GroupStatus, Integer> groups,
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
        double jobsPerSecond,
        @Nullable Instant pausedAt,
        @Nullable String pauseReason,
        @Nullable String pausedBy) {}
