package io.bulkaction;

/** What a job waits for, or waited for last. */
public enum WaitReason {
    /** Its group has no token left in this window. */
    RATE_LIMITED,
    /** The outside asked to be called later. */
    THROTTLED,
    /** An attempt failed and another follows. */
    RETRY,
    /** Its lease ran out: the instance that ran it is gone or was too slow. */
    RECOVERED,
    /** Its instance stopped before it could finish. */
    RELEASED
}
