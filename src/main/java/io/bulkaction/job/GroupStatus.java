package io.bulkaction.job;

/** Where a run stands. */
public enum GroupStatus {
    /** Has jobs, none of them fetched. */
    CREATED,
    /** At least one job was fetched, none claimed. */
    DISPATCHED,
    /** At least one job was claimed. */
    RUNNING,
    /** Cancelled by a person; its running jobs are being interrupted. */
    CANCELLING,
    /** Sealed and every job done; the result is being made. */
    AGGREGATING,
    COMPLETED,
    FAILED,
    CANCELLED;

    public boolean isFinished() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
