package io.bulkaction;

/** Where a run stands. */
public enum GroupStatus {
    /** It has jobs, and none of them has begun or waits in Ready. */
    CREATED,
    /** At least one job waits in Ready for a worker, and none has begun. */
    DISPATCHED,
    /** At least one job has begun. */
    RUNNING,
    /** It was cancelled, and its running jobs are being interrupted. */
    CANCELLING,
    /** It is sealed and every job is done; an aggregator works on what the jobs returned. */
    AGGREGATING,
    /** It has ended, and every job succeeded or was skipped by a person. */
    COMPLETED,
    /** It has ended, and there are dead letters that nobody has skipped. */
    FAILED,
    /** It was cancelled and has ended. */
    CANCELLED;

    /** {@return whether the run has ended and has its result} */
    public boolean isFinished() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
