package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisChecks;
import io.bulkaction.internal.redis.RedisConnectionOptions;
import io.bulkaction.internal.redis.RedisLocation;
import io.bulkaction.internal.settings.ConditionalOnRedisJobs;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.RedisSettings;
import io.bulkaction.internal.settings.TestKitSettings;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * The queues' own connection to Redis. Registers nothing that the application would use for its own: no connection
 * factory, no template, no customizer.
 * Comes before Spring Boot's own configuration, which always finds a Redis, if only at localhost.
 */
@AutoConfiguration(beforeName = "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration")
@ConditionalOnRedisJobs
@EnableConfigurationProperties({EmbeddedRedisSettings.class, RedisSettings.class, TestKitSettings.class})
@Import(RedisLocations.class)
class RedisAutoConfiguration {

    /** Closed after everything that uses it, and before an embedded server. */
    @Bean
    RedisAccess bulkActionRedisAccess(RedisLocation location, RedisSettings settings) {
        return new RedisAccess(
                location,
                new RedisConnectionOptions(settings.timeout(), settings.connectTimeout(), settings.requestQueueSize()));
    }

    @Bean
    RedisChecks bulkActionRedisChecks(RedisAccess redis, RedisSettings settings) {
        return new RedisChecks(redis, settings);
    }

    @Bean
    ClientOfTheHost bulkActionClientOfTheHost(ConfigurableListableBeanFactory beans, Environment environment) {
        return new ClientOfTheHost(beans, environment);
    }

    /** Where health is on the class path; a plain module need not have it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    static class HealthConfiguration {

        @Bean
        RedisHealth bulkActionRedisHealth(RedisAccess redis) {
            return new RedisHealth(redis);
        }
    }
}
