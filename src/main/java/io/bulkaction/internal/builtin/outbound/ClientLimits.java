package io.bulkaction.internal.builtin.outbound;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * @param timeout longest silence of the other side, and longest reading of its answer
 * @param total longest time of the whole call; null where the caller interrupts it
 * @param maxResponseBytes how much of an answer is read; 0 = its status alone
 * @param maxConnections open at once; further calls wait, at most for the connect timeout
 */
public record ClientLimits(
        Duration connectTimeout,
        Duration timeout,
        @Nullable Duration total,
        long maxResponseBytes,
        int maxConnections,
        int maxConnectionsPerHost) {

    /** For a message of which only the status of the answer matters. */
    public static ClientLimits ofMessages(Duration total, int maxConnections) {
        return new ClientLimits(total, total, total, 0, maxConnections, maxConnections);
    }
}
