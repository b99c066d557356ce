package io.bulkaction.internal.flow;

/** Why a job is in Non-ready. */
public enum WaitReason {
    /** Its group's share of the window is used up. */
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
