package io.bulkaction.internal.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode.NodeFlag;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * What a server says about itself with INFO, which even hosted servers allow.
 *
 * @param node its address in a cluster, else empty
 */
public record ServerInfo(String node, Map<String, String> fields) {

    private static final Set<NodeFlag> ABSENT =
            EnumSet.of(NodeFlag.FAIL, NodeFlag.EVENTUAL_FAIL, NodeFlag.HANDSHAKE, NodeFlag.NOADDR);

    /** Of every node of a cluster that is up; of a single server, one. */
    public static List<ServerInfo> of(RedisAccess redis, String section) {
        StatefulConnection<byte[], byte[]> connection = redis.shared();
        if (!(connection instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster)) {
            return List.of(parse("", redis.await(redis.commands().info(section).toCompletableFuture())));
        }
        List<ServerInfo> all = new ArrayList<>();
        for (RedisClusterNode node : cluster.getPartitions()) {
            if (ABSENT.stream().noneMatch(node::is)) {
                CompletableFuture<String> info = cluster.getConnectionAsync(node.getNodeId())
                        .thenCompose(own -> own.async().info(section));
                all.add(parse(node.getUri().getHost() + ":" + node.getUri().getPort(), redis.await(info)));
            }
        }
        return all;
    }

    /** Such as {@code Redis 7.0.15}; Valkey says {@code redis_version:7.2.4} too, whatever its own version is. */
    public String product() {
        String valkey = fields.get("valkey_version");
        return valkey != null ? "Valkey " + valkey : "Redis " + version();
    }

    /** The version of Redis that it behaves like. */
    public String version() {
        return fields.getOrDefault("redis_version", "unknown");
    }

    static ServerInfo parse(String node, String text) {
        Map<String, String> fields = new HashMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return new ServerInfo(node, fields);
    }
}
