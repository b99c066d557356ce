package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import reactor.core.publisher.Mono;

/**
 * The password of the embedded Redis, for that server alone. When it has died, another user of the machine can take its
 * port. Lettuce asks here after it has connected and before it sends anything, so a stranger gets neither the password
 * nor a job.
 */
record EmbeddedRedisCredentials(EmbeddedRedis redis) implements RedisCredentialsProvider {

    @Override
    public Mono<RedisCredentials> resolveCredentials() {
        return Mono.fromCallable(this::ifAlive);
    }

    private RedisCredentials ifAlive() {
        if (!redis.isAlive()) {
            throw new RedisConnectionException("The embedded Redis has ended; restart the service");
        }
        String password = redis.password();
        return RedisCredentials.just(null, password.isEmpty() ? null : password);
    }
}
