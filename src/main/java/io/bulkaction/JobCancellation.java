package io.bulkaction;

/**
 * What {@link BulkActionService#cancelJob} did.
 *
 * @param changed whether the job is cancelled now, or being interrupted; false when it was before, or has ended
 * @param status of the job afterwards: CANCELLED, PROCESSING while it is being interrupted (it ends as cancelled unless it
 *     succeeds first), or how it has ended. A dead letter stays FAILED: skip it instead
 */
public record JobCancellation(boolean changed, JobStatus status) {}
