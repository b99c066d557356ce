package io.bulkaction.internal.engine;

import java.util.List;

/**
 * What this instance does for one queue, for people.
 *
 * @param claimedJobs in flight on this instance: running, about to start, or ended a moment ago
 */
public record PoolStatus(
        int workerCount,
        int activeWorkers,
        int idleWorkers,
        int claimedJobs,
        boolean fetcherRunning,
        boolean dispatcherRunning,
        Fetcher.Stats fetcherStats,
        Dispatcher.Stats dispatcherStats,
        List<Worker.Status> workers,
        boolean isShuttingDown) {}
