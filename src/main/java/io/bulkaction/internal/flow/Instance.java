package io.bulkaction.internal.flow;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A process that works on a queue, as it was at its last heartbeat. For people; recovery looks at the same
 * heartbeats.
 *
 * @param heartbeat on the clock of Redis
 * @param startedAt on the clock of its host
 * @param types the processor types that it knows
 */
public record Instance(String id, Instant heartbeat, int workers, String version, String host, Instant startedAt,
        Set<String> types) {

    /** What an instance says about itself. */
    public record Info(
            String id, int workers, String version, String host, Instant startedAt, Collection<String> types) {

        /** One that knows no processor type. */
        public Info(String id, int workers, String version, String host, Instant startedAt) {
            this(id, workers, version, host, startedAt, List.of());
        }
    }
}
