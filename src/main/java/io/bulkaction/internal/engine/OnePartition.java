package io.bulkaction.internal.engine;

import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.util.List;

/** Serves a queue of one partition: the fetcher fills Ready and the claimer empties it, each woken by scripts in Redis. */
record OnePartition(Fetcher fetcher, Claimer claimer) implements Supply {

    @Override
    public void start() {
        fetcher.start();
        claimer.start();
    }

    @Override
    public boolean stopFetching(Deadline deadline) {
        return fetcher.stop(deadline);
    }

    @Override
    public boolean stopClaiming(Deadline deadline) {
        return claimer.stop(deadline);
    }

    /** The scripts leave wake signals themselves. */
    @Override
    public void look(int partition) {}

    @Override
    public void mayRun(String processorType) {
        claimer.mayRun(processorType);
    }

    @Override
    public List<Loop> loops() {
        return List.of(fetcher.loop(), claimer.loop());
    }

    @Override
    public Fetcher.Stats stats() {
        return fetcher.stats();
    }
}
