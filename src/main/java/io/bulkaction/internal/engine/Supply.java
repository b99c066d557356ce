package io.bulkaction.internal.engine;

import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import java.util.List;

/** Brings jobs to the worker pool. */
interface Supply {

    void start();

    /** Takes nothing more out of the fair queue. */
    boolean stopFetching(Deadline deadline);

    /** Claims nothing more; what was claimed is with the pool when this returns. */
    boolean stopClaiming(Deadline deadline);

    /** Something in a partition may have changed so that more of its jobs can run. Returns at once. */
    void look(int partition);

    /** One more job of a processor type may run here whose number is limited. Returns at once. */
    void mayRun(String processorType);

    /** The loop that takes jobs out of the fair queue first. */
    List<Loop> loops();

    Fetcher.Stats stats();
}
