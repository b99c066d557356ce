package io.bulkaction.operate;

import io.bulkaction.job.OneLine;

/**
 * Who does something to a queue.
 *
 * @param name of the user or machine
 * @param address where the request came from
 */
public record Actor(String name, String address) {

    /** What the service does by itself. */
    public static final Actor SERVICE = new Actor("bulk-action", "");

    @Override
    public String toString() {
        return OneLine.of(address.isEmpty() ? name : name + " from " + address);
    }
}
