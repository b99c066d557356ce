package io.bulkaction.internal.boot;

import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.Partition;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Roster;
import io.bulkaction.internal.settings.ProcessorOverrides;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.info.BuildProperties;

/** What this process tells the others about itself. */
record ThisInstance(
        String id, String version, String host, Instant startedAt, Set<String> types, ProcessorOverrides overrides) {

    private static final Logger log = LoggerFactory.getLogger(ThisInstance.class);

    /**
     * @param types the processor types that it knows
     * @param overrides what is set for these
     * @param build of the application; where bulk-action is a library, its own version is in the manifest of its jar
     */
    static ThisInstance named(
            @Nullable String id, @Nullable BuildProperties build, Set<String> types, ProcessorOverrides overrides) {
        String host = hostName();
        String version = ThisInstance.class.getPackage().getImplementationVersion();
        return new ThisInstance(
                id != null ? id : host + "-" + ProcessHandle.current().pid(),
                version != null ? version : build != null ? String.valueOf(build.getVersion()) : "",
                host,
                Instant.now(),
                types,
                overrides);
    }

    /** Returns the workers of all live instances. */
    int beat(Queue queue, Partition partition, int workers) {
        Roster roster = partition.instances().beat(
                new Instance.Info(id, workers, version, host, startedAt, types, longestJob(queue)));
        queue.foreign().fleetKnows(roster.types());
        return roster.workers();
    }

    private Duration longestJob(Queue queue) {
        Duration ofQueue = queue.settings().workerPool().jobTimeout();
        return types.stream()
                .map(type -> overrides.of(type).jobTimeoutOr(ofQueue))
                .max(Comparator.naturalOrder())
                .orElse(ofQueue);
    }

    /** Signs off, so that the silence that follows raises no alert. */
    void leave(Collection<Queue> queues) {
        for (Queue queue : queues) {
            try {
                queue.forEach(partition -> partition.instances().leave(id));
            } catch (RuntimeException unreachable) {
                log.info("could not sign off from queue {}: {}", queue.name(),
                        unreachable.getMessage());
            }
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "localhost";
        }
    }
}
