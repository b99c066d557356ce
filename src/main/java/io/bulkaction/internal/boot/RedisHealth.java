package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.RedisAccess;
import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether the Redis of the queues answers and can be written to, over the connection that the queues use. Of a cluster it says which
 * masters do not answer; the others can be used.
 */
final class RedisHealth implements HealthIndicator {

    private final RedisAccess redis;

    RedisHealth(RedisAccess redis) {
        this.redis = redis;
    }

    @Override
    public Health health() {
        try {
            List<String> silent = redis.ping();
            Health.Builder up = Health.up().withDetail("redis", redis.location().text());
            return (silent.isEmpty() ? up : up.withDetail("unreachable", silent)).build();
        } catch (RuntimeException e) {
            return Health.down(e).withDetail("redis", redis.location().text()).build();
        }
    }
}
