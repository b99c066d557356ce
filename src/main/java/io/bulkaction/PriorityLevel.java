package io.bulkaction;

/**
 * How urgent a group is. Each level has a fair queue of its own; a queue serves the groups of a level only when no group of
 * a higher level can be served.
 */
public enum PriorityLevel {
    /** Before all others. */
    HIGH,
    /** The default. */
    NORMAL,
    /** When nothing else can be served. */
    LOW
}
