package io.bulkaction.internal.operate.audit;

import io.bulkaction.internal.logging.OneLine;

/**
 * Who does something to a queue.
 *
 * @param name of the user or machine
 * @param address where the request came from
 * @param kind in which trail it is kept
 */
public record Actor(String name, String address, AuditKind kind) {

    /** The service itself. */
    public static final Actor SERVICE = new Actor("bulk-action", "");

    /** An administrator. */
    public Actor(String name, String address) {
        this(name, address, AuditKind.ADMINISTRATOR);
    }

    @Override
    public String toString() {
        return OneLine.of(address.isEmpty() ? name : name + " from " + address);
    }
}
