package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.RedisLocation;
import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.RedisSettings;
import io.lettuce.core.RedisURI;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Where Redis is, says the first of these that can: {@code bulk-action.redis.*}; an embedded one, if nothing is configured;
 * what the application uses.
 */
final class RedisLocations {

    private static final String DETAILS =
            "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails";
    private static final String FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";

    private RedisLocations() {}

    @Configuration(proxyBeanMethods = false)
    @Conditional(OwnRedisConfigured.class)
    static class Own {

        @Bean
        RedisLocation bulkActionRedisLocation(RedisSettings settings, ObjectProvider<SslBundles> bundles) {
            return RedisOfTheQueues.of(settings, bundles);
        }
    }

    /** The connection depends on the location, and that on the server: it starts first and ends last. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(EmbeddedRedisWanted.class)
    @ConditionalOnClass(name = "redis.embedded.RedisExecProvider")
    @ConditionalOnMissingBean(value = RedisLocation.class, type = {DETAILS, FACTORY})
    static class Embedded {

        @Bean
        EmbeddedRedis bulkActionEmbeddedRedis(EmbeddedRedisSettings settings) {
            return EmbeddedRedis.start(settings);
        }

        @Bean
        RedisLocation bulkActionRedisLocation(EmbeddedRedis redis) {
            RedisURI address = RedisURI.create(redis.host(), redis.port());
            address.setCredentialsProvider(new EmbeddedRedisCredentials(redis));
            return RedisLocation.of(address, null, "bulk-action.embedded-redis");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(EmbeddedRedisWanted.class)
    @ConditionalOnMissingBean(value = RedisLocation.class, type = DETAILS)
    static class Missing {

        @Bean
        RedisLocation bulkActionRedisLocation() {
            throw new RedisStartException(
                    "No Redis is configured for the queues (bulk-action.redis.url or spring.data.redis.url), and none is"
                            + " started, because the library for it is missing or the application makes its own"
                            + " connection factory.",
                    "Set bulk-action.redis.url (or sentinel, cluster) to a Redis 7.0 or newer; or add"
                            + " org.signal:embedded-redis to the class path to have one started; or set"
                            + " bulk-action.embedded-redis.enabled=false to use the one at localhost:6379.",
                    null);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = DETAILS)
    @ConditionalOnMissingBean(RedisLocation.class)
    static class OfTheApplication {

        @Bean
        RedisLocation bulkActionRedisLocation(DataRedisConnectionDetails details) {
            return RedisOfTheApplication.of(details);
        }
    }

    /** Without Spring Data Redis nobody else reads {@code spring.data.redis.*}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(DETAILS)
    @ConditionalOnMissingBean(RedisLocation.class)
    static class BySettings {

        @Bean
        RedisLocation bulkActionRedisLocation(Environment environment, ObjectProvider<SslBundles> bundles) {
            return Binder.get(environment)
                    .bindOrCreate("spring.data.redis", SpringDataRedis.class)
                    .location(bundles);
        }
    }
}
