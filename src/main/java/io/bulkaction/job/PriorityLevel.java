package io.bulkaction.job;

/** Three fair queues, served in this order. */
public enum PriorityLevel {
    HIGH,
    NORMAL,
    LOW;

    /** As it stands in keys and metric labels. */
    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
