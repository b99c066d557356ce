package io.bulkaction.internal.metrics;

/** Which limit had no token left. */
public enum DenyReason {
    /** The queue's, for this window. */
    GLOBAL,
    /** The group's share of it. */
    PER_GROUP
}
