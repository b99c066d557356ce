package io.bulkaction.internal.flow;

import java.time.Instant;

/**
 * A process that works on a queue, as it was at its last heartbeat. For people; recovery looks at the same
 * heartbeats.
 *
 * @param heartbeat on the clock of Redis
 * @param startedAt on the clock of its host
 */
public record Instance(String id, Instant heartbeat, int workers, String version, String host, Instant startedAt) {

    /** What an instance says about itself. */
    public record Info(String id, int workers, String version, String host, Instant startedAt) {}
}
