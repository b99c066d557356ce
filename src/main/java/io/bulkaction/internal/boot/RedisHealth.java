package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.RedisAccess;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether the Redis of the queues answers, over the connection that the queues use. */
final class RedisHealth implements HealthIndicator {

    private final RedisAccess redis;

    RedisHealth(RedisAccess redis) {
        this.redis = redis;
    }

    @Override
    public Health health() {
        try {
            redis.ping();
            return Health.up().withDetail("redis", redis.location().text()).build();
        } catch (RuntimeException e) {
            return Health.down(e).withDetail("redis", redis.location().text()).build();
        }
    }
}
