package io.bulkaction.internal.redis;

import io.bulkaction.internal.redis.LettuceClient.Connected;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is connected at the moment, and to which master. */
final class Connections {

    private static final Logger log = LoggerFactory.getLogger(Connections.class);

    private final LettuceClient client;
    private final Lazy shared;
    private final Lazy forReplicas;
    private final Set<Connected> own = ConcurrentHashMap.newKeySet();
    private final Map<StatefulRedisConnection<byte[], byte[]>, ReplicatedConnection> replicated =
            new ConcurrentHashMap<>();

    Connections(LettuceClient client) {
        this.client = client;
        this.shared = new Lazy(client::connect);
        this.forReplicas = new Lazy(client::connect);
    }

    /** Null while it is not connected. */
    @Nullable
    Connected sharedIfOpen() {
        return shared.open;
    }

    Connected shared() {
        return shared.get();
    }

    /** Until its user closes it, or its master is left. */
    Connected open() {
        own.removeIf(connected -> !connected.connection().isOpen());
        Connected connected = client.connect();
        own.add(connected);
        return connected;
    }

    ReplicatedConnection replicated(byte[] key) {
        return replicated.computeIfAbsent(node(forReplicas.get().connection(), key), ReplicatedConnection::new);
    }

    private static StatefulRedisConnection<byte[], byte[]> node(
            StatefulConnection<byte[], byte[]> connection, byte[] key) {
        if (connection instanceof StatefulRedisConnection<byte[], byte[]> single) {
            return single;
        }
        StatefulRedisClusterConnection<byte[], byte[]> cluster =
                (StatefulRedisClusterConnection<byte[], byte[]>) connection;
        RedisClusterNode node = cluster.getPartitions().getPartitionBySlot(SlotHash.getSlot(key));
        if (node == null) {
            throw new RedisConnectionException("No node of the cluster has the slot of the queue");
        }
        return cluster.getConnection(node.getNodeId());
    }

    /**
     * Fails what is under way on connections to another server, at once: it may never answer, or answer and lose it.
     *
     * @param master empty if there is none
     */
    void leaveAllBut(String master) {
        leave(master, master.isEmpty() ? "The master is being replaced" : "The master is " + master + " now");
    }

    /** The same on all connections. */
    void leaveAll(String reason) {
        leave("", reason);
    }

    private void leave(String unless, String reason) {
        Connected left = shared.leaveUnless(unless);
        forReplicas.leaveUnless(unless);
        own.removeIf(connected -> {
            boolean isOther = !connected.server().equals(unless);
            if (isOther) {
                connected.connection().closeAsync();
            }
            return isOther;
        });
        replicated.keySet().removeIf(connection -> !connection.isOpen());
        if (left != null) {
            log.warn("{}; left {}", reason, left.server());
        }
    }

    /** A connection that is made when it is needed. */
    private static final class Lazy {

        /** While nothing listens, callers get the failure of the last attempt instead of queueing up for the next. */
        private static final Duration AGAIN_AFTER = Duration.ofMillis(200);

        private final Supplier<Connected> connect;
        private volatile @Nullable Connected open;
        private @Nullable RuntimeException lastFailure;
        private long lastFailureNanos;

        Lazy(Supplier<Connected> connect) {
            this.connect = connect;
        }

        Connected get() {
            Connected now = open;
            return now != null ? now : connect();
        }

        private synchronized Connected connect() {
            Connected now = open;
            if (now != null) {
                return now;
            }
            if (lastFailure != null && System.nanoTime() - lastFailureNanos < AGAIN_AFTER.toNanos()) {
                throw lastFailure;
            }
            try {
                now = connect.get();
                open = now;
                lastFailure = null;
                return now;
            } catch (RuntimeException e) {
                lastFailure = e;
                lastFailureNanos = System.nanoTime();
                throw e;
            }
        }

        /** Returns what was left. */
        synchronized @Nullable Connected leaveUnless(String server) {
            Connected now = open;
            if (now == null || now.server().equals(server)) {
                return null;
            }
            open = null;
            now.connection().closeAsync();
            return now;
        }
    }
}
