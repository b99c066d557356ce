package io.bulkaction;

/** What a job waits for, or waited for last. */
public enum WaitReason {
    /** Its group or its tenant has no token left in this window. */
    RATE_LIMITED,
    /** As many jobs of its group, or of its processor type, run as may at once. */
    CONCURRENCY,
    /** No live instance knows its processor type. */
    UNKNOWN_PROCESSOR,
    /** Somebody paused its tenant. */
    TENANT_PAUSED,
    /** Somebody paused its group. */
    GROUP_PAUSED,
    /** Its group is to start when the runs of other groups have ended. */
    AFTER,
    /** The sending window of its group or of its tenant is closed. */
    SENDING_WINDOW,
    /** It, or its group, is to start later. */
    SCHEDULED,
    /** The outside asked to be called later. */
    THROTTLED,
    /** An attempt failed and another follows. */
    RETRY
}
