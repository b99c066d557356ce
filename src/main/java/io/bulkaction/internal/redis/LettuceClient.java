package io.bulkaction.internal.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Opens connections to one server, to the master that sentinels name, or to a cluster. Shares nothing with the application. */
final class LettuceClient implements AutoCloseable {

    private static final Duration QUIET = Duration.ZERO;
    private static final Duration SHUTDOWN = Duration.ofSeconds(2);

    private final ClientResources resources = RedisConnectionOptions.resources();
    private final AbstractRedisClient client;
    private final @Nullable Sentinels sentinels;

    LettuceClient(RedisLocation location, RedisConnectionOptions options) {
        List<RedisURI> nodes = location.nodes();
        nodes.forEach(node -> setTimeout(node, options.timeout()));
        if (location.kind() == RedisLocation.Kind.CLUSTER) {
            RedisClusterClient cluster = RedisClusterClient.create(resources, nodes);
            cluster.setOptions(options.forCluster(location.ssl()));
            client = cluster;
            sentinels = null;
        } else {
            RedisClient single = RedisClient.create(resources, nodes.getFirst());
            single.setOptions(options.forOneServer(location.ssl()));
            client = single;
            sentinels = location.kind() == RedisLocation.Kind.SENTINEL ? new Sentinels(single, nodes.getFirst()) : null;
        }
    }

    /** Waits until it is connected. */
    Connected connect() {
        return switch (client) {
            case RedisClusterClient cluster -> new Connected(cluster.connect(ByteArrayCodec.INSTANCE), "");
            case RedisClient single when sentinels != null -> connectToMaster(single, sentinels.masterAddress());
            case RedisClient single -> new Connected(single.connect(ByteArrayCodec.INSTANCE), "");
            default -> throw new IllegalStateException("unknown Redis client " + client.getClass());
        };
    }

    /** @param master address of the server, where sentinels named it, else empty */
    record Connected(StatefulConnection<byte[], byte[]> connection, String master) {}

    /** A server that sentinels have just demoted, or that still thinks it is a replica, is not used. */
    private static Connected connectToMaster(RedisClient single, RedisURI address) {
        StatefulRedisConnection<byte[], byte[]> connection = single.connect(ByteArrayCodec.INSTANCE, address);
        try {
            if (!isMaster(connection.sync().role())) {
                throw new RedisConnectionException(name(address.getHost(), address.getPort()) + " is not a master");
            }
            return new Connected(connection, name(address.getHost(), address.getPort()));
        } catch (RuntimeException e) {
            connection.closeAsync();
            throw e;
        }
    }

    static boolean isMaster(List<Object> role) {
        return role.getFirst() instanceof byte[] word && Utf8.text(word).equals("master");
    }

    /**
     * Whom sentinels call the master now; empty where there are none, or none answers. The text is empty while the master
     * is being replaced.
     *
     * @param news called when this may have changed
     */
    Optional<String> namedMaster(Runnable news) {
        return Optional.ofNullable(sentinels)
                .flatMap(known -> {
                    known.subscribe(news);
                    return known.master();
                })
                .map(master -> master.isReplaced() ? "" : name(master.host(), master.port()));
    }

    /** Asks the nodes of a cluster who has which slots; does nothing elsewhere. */
    void refreshCluster() {
        if (client instanceof RedisClusterClient cluster) {
            cluster.refreshPartitions();
        }
    }

    private static String name(String host, int port) {
        return host + ":" + port;
    }

    static RedisClusterAsyncCommands<byte[], byte[]> commands(StatefulConnection<byte[], byte[]> connection) {
        return switch (connection) {
            case StatefulRedisClusterConnection<byte[], byte[]> cluster -> cluster.async();
            case StatefulRedisConnection<byte[], byte[]> single -> single.async();
            default -> throw new IllegalStateException("unknown Redis connection " + connection.getClass());
        };
    }

    private static void setTimeout(RedisURI node, Duration timeout) {
        node.setTimeout(timeout);
        node.getSentinels().forEach(sentinel -> sentinel.setTimeout(timeout));
    }

    @Override
    public void close() {
        client.shutdown(QUIET, SHUTDOWN);
        resources.shutdown(QUIET.toMillis(), SHUTDOWN.toMillis(), TimeUnit.MILLISECONDS);
    }
}
