package io.bulkaction.internal.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where Redis is and how to log in there.
 *
 * @param nodes one server, one address that lists sentinels, or the first nodes to ask of a cluster
 * @param ssl certificates of its own; null where those that the JDK trusts are enough
 * @param property what to change to point elsewhere
 */
public record RedisLocation(Kind kind, List<RedisURI> nodes, @Nullable SslOptions ssl, String property) {

    /** How the servers are organised. */
    public enum Kind {
        SINGLE,
        SENTINEL,
        CLUSTER
    }

    public RedisLocation {
        nodes = List.copyOf(nodes);
    }

    /** One server, or sentinels if the address lists them. */
    public static RedisLocation of(RedisURI address, @Nullable SslOptions ssl, String property) {
        return new RedisLocation(
                address.getSentinels().isEmpty() ? Kind.SINGLE : Kind.SENTINEL, List.of(address), ssl, property);
    }

    public static RedisLocation cluster(List<RedisURI> nodes, @Nullable SslOptions ssl, String property) {
        return new RedisLocation(Kind.CLUSTER, nodes, ssl, property);
    }

    /** In words for people, such as {@code localhost:6379} or {@code mymaster via Sentinel at a:26379}; never a password. */
    public String text() {
        RedisURI first = nodes.getFirst();
        return switch (kind) {
            case SINGLE -> text(first);
            case SENTINEL -> first.getSentinelMasterId() + " via Sentinel at " + list(first.getSentinels());
            case CLUSTER -> "cluster " + list(nodes);
        };
    }

    private static String list(List<RedisURI> nodes) {
        return nodes.stream().map(RedisLocation::text).sorted().collect(Collectors.joining(", "));
    }

    private static String text(RedisURI node) {
        return node.getSocket() != null ? node.getSocket() : node.getHost() + ":" + node.getPort();
    }

    @Override
    public String toString() {
        return text();
    }
}
