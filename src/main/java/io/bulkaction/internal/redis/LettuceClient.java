package io.bulkaction.internal.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
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

/** Opens connections to one server, to the master that sentinels name, or to a cluster. Shares nothing with the application. */
final class LettuceClient implements AutoCloseable {

    private static final Duration QUIET = Duration.ZERO;
    private static final Duration SHUTDOWN = Duration.ofSeconds(2);

    private final ClientResources resources = RedisConnectionOptions.resources();
    private final AbstractRedisClient client;

    LettuceClient(RedisLocation location, RedisConnectionOptions options) {
        List<RedisURI> nodes = location.nodes().stream().map(node -> withTimeout(node, options.timeout())).toList();
        if (location.kind() == RedisLocation.Kind.CLUSTER) {
            RedisClusterClient cluster = RedisClusterClient.create(resources, nodes);
            cluster.setOptions(options.forCluster(location.ssl()));
            client = cluster;
        } else {
            RedisClient single = RedisClient.create(resources, nodes.getFirst());
            single.setOptions(options.forOneServer(location.ssl()));
            client = single;
        }
    }

    /** Waits until it is connected. */
    StatefulConnection<byte[], byte[]> connect() {
        return switch (client) {
            case RedisClusterClient cluster -> cluster.connect(ByteArrayCodec.INSTANCE);
            case RedisClient single -> single.connect(ByteArrayCodec.INSTANCE);
            default -> throw new IllegalStateException("unknown Redis client " + client.getClass());
        };
    }

    static RedisClusterAsyncCommands<byte[], byte[]> commands(StatefulConnection<byte[], byte[]> connection) {
        return switch (connection) {
            case StatefulRedisClusterConnection<byte[], byte[]> cluster -> cluster.async();
            case StatefulRedisConnection<byte[], byte[]> single -> single.async();
            default -> throw new IllegalStateException("unknown Redis connection " + connection.getClass());
        };
    }

    private static RedisURI withTimeout(RedisURI node, Duration timeout) {
        RedisURI copy = RedisURI.builder(node).build();
        copy.setTimeout(timeout);
        copy.getSentinels().forEach(sentinel -> sentinel.setTimeout(timeout));
        return copy;
    }

    @Override
    public void close() {
        client.shutdown(QUIET, SHUTDOWN);
        resources.shutdown(QUIET.toMillis(), SHUTDOWN.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
    }
}
