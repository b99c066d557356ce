package io.bulkaction.internal.engine;

/** How many workers all instances have together; sets the least depth of Ready. Refreshed by the heartbeat. */
final class Workforce {

    private volatile int own;
    private volatile int others;

    void own(int workers) {
        own = workers;
    }

    /** @param total workers of all live instances, this one as last reported included */
    void reported(int total, int ownReported) {
        others = Math.max(0, total - ownReported);
    }

    /** Twice the workers: while one job runs the next is already there. */
    int minimumDepth() {
        return 2 * (own + others);
    }
}
