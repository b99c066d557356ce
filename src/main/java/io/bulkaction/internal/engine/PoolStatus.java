package io.bulkaction.internal.engine;

import java.util.List;

/** What this instance does for one queue, for people. */
public record PoolStatus(
        int workerCount,
        int activeWorkers,
        int idleWorkers,
        boolean fetcherRunning,
        boolean dispatcherRunning,
        Fetcher.Stats fetcherStats,
        Dispatcher.Stats dispatcherStats,
        List<Worker.Status> workers,
        boolean isShuttingDown) {}
