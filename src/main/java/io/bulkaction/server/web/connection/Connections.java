package io.bulkaction.server.web.connection;

import io.bulkaction.server.web.ClientNetwork;
import io.bulkaction.server.web.connection.Connection.TimeLimits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All open connections of a server, counted by address (IPv6: by network). */
final class Connections {

    private static final Logger log = LoggerFactory.getLogger(Connections.class);

    private static final long NANOS_BETWEEN_WARNINGS = Duration.ofMinutes(1).toNanos();

    private final Map<SocketChannel, Connection> open = new ConcurrentHashMap<>();
    private final Map<SocketChannel, String> networks = new ConcurrentHashMap<>();
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final AtomicLong nextWarning = new AtomicLong(System.nanoTime());
    private volatile int maxPerAddress;

    /** @param maxPerAddress 0 for no limit */
    void limit(int maxPerAddress) {
        this.maxPerAddress = maxPerAddress;
    }

    /** False when its address already has too many. */
    boolean open(SocketChannel channel) {
        InetAddress address = address(channel);
        if (address != null) {
            String network = ClientNetwork.of(address);
            int count = counts.merge(network, 1, Integer::sum);
            if (maxPerAddress > 0 && count > maxPerAddress) {
                decrement(network);
                warn(address);
                return false;
            }
            networks.put(channel, network);
        }
        open.put(channel, new Connection(channel, System::nanoTime));
        return true;
    }

    void close(SocketChannel channel) {
        open.remove(channel);
        String network = networks.remove(channel);
        if (network != null) {
            decrement(network);
        }
    }

    @Nullable
    Connection of(@Nullable SocketChannel channel) {
        return channel == null ? null : open.get(channel);
    }

    /** Call this regularly. */
    void cutLate(TimeLimits limits) {
        for (Connection connection : open.values()) {
            if (!connection.isCut() && connection.isLate(limits)) {
                connection.cut();
            }
        }
    }

    private void decrement(String network) {
        counts.computeIfPresent(network, (same, count) -> count == 1 ? null : count - 1);
    }

    private void warn(InetAddress address) {
        long now = System.nanoTime();
        long next = nextWarning.get();
        if (now - next >= 0 && nextWarning.compareAndSet(next, now + NANOS_BETWEEN_WARNINGS)) {
            log.warn(
                    "refused a connection from {}, which already has {} (bulk-action.requests.max-connections-per-address)",
                    address.getHostAddress(), maxPerAddress);
        }
    }

    private static @Nullable InetAddress address(SocketChannel channel) {
        try {
            return channel.getRemoteAddress() instanceof InetSocketAddress inet ? inet.getAddress() : null;
        } catch (IOException e) {
            log.debug("a connection was closed before it was served", e);
            return null;
        }
    }
}
