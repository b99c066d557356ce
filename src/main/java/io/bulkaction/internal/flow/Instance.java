package io.bulkaction.internal.flow;

import java.time.Duration;
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
 * @param longestJob how long a job of these may take
 */
public record Instance(String id, Instant heartbeat, int workers, String version, String host, Instant startedAt,
        Set<String> types, Duration longestJob) {

    /** What an instance says about itself. */
    public record Info(
            String id, int workers, String version, String host, Instant startedAt, Collection<String> types,
            Duration longestJob) {

        /** One of which nobody wants to know how long its jobs may take. */
        public Info(
                String id, int workers, String version, String host, Instant startedAt, Collection<String> types) {
            this(id, workers, version, host, startedAt, types, Duration.ZERO);
        }

        /** One that knows no processor type. */
        public Info(String id, int workers, String version, String host, Instant startedAt) {
            this(id, workers, version, host, startedAt, List.of());
        }
    }
}
