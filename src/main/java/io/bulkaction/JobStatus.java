package io.bulkaction;

/** How a job stands. */
public enum JobStatus {
    /** In the fair queue. */
    PENDING,
    /** Admitted, waits for a worker. */
    READY,
    /** Scheduled, or in Non-ready until a time, for a {@link WaitReason}. */
    WAITING,
    /** In flight under a lease. */
    PROCESSING,
    /** Succeeded. */
    COMPLETED,
    /** Failed for good: a dead letter. */
    FAILED,
    /** A dead letter that a person closed without running it. */
    MANUALLY_RESOLVED,
    /** Cancelled, alone or with its run, before it was done. */
    CANCELLED,
    /** Not started in time, and never will be; or it failed, and its next attempt would have been too late. */
    EXPIRED
}
