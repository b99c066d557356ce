package io.bulkaction.internal.operate;

import io.bulkaction.internal.flow.WaitReason;

/** The status of a job as a person sees it. */
public enum JobStatus {
    /** In the fair queue. */
    PENDING,
    /** Admitted, waits for a worker. */
    READY,
    /** In Non-ready until a time, for a {@link WaitReason}. */
    WAITING,
    /** In flight under a lease. */
    PROCESSING,
    COMPLETED,
    /** Failed for good: a dead letter. */
    FAILED,
    /** A dead letter that a person closed without running it. */
    MANUALLY_RESOLVED,
    CANCELLED
}
