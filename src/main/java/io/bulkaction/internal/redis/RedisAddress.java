package io.bulkaction.internal.redis;

import java.util.Collection;
import java.util.stream.Collectors;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Where Redis is, in words for people.
 *
 * @param text such as {@code localhost:6379} or {@code mymaster via Sentinel at a:26379, b:26379}; never a password
 * @param property what to change to point elsewhere
 */
public record RedisAddress(String text, String property) {

    public static RedisAddress of(RedisConnectionFactory factory) {
        if (!(factory instanceof LettuceConnectionFactory lettuce)) {
            return new RedisAddress("the address that " + factory.getClass().getSimpleName() + " knows",
                    "spring.data.redis");
        }
        RedisClusterConfiguration cluster = lettuce.getClusterConfiguration();
        if (cluster != null) {
            return new RedisAddress("cluster " + list(cluster.getClusterNodes()), "spring.data.redis.cluster.nodes");
        }
        RedisSentinelConfiguration sentinel = lettuce.getSentinelConfiguration();
        if (sentinel != null) {
            String master = sentinel.getMaster() == null ? "?" : sentinel.getMaster().getName();
            return new RedisAddress(
                    master + " via Sentinel at " + list(sentinel.getSentinels()), "spring.data.redis.sentinel.nodes");
        }
        return new RedisAddress(lettuce.getHostName() + ":" + lettuce.getPort(),
                "spring.data.redis.host and .port, or .url");
    }

    private static String list(Collection<RedisNode> nodes) {
        return nodes.stream().map(RedisNode::asString).sorted().collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return text;
    }
}
