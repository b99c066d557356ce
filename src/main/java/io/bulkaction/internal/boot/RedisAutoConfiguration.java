package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.RedisChecks;
import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.RedisSettings;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientConfigurationBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Finds Redis if none is configured: starts an embedded one, or stops the start and says what is missing. */
@AutoConfiguration(before = DataRedisAutoConfiguration.class)
@EnableConfigurationProperties({EmbeddedRedisSettings.class, RedisSettings.class})
@Import(RedisConnectionConfiguration.class)
class RedisAutoConfiguration {

    @Bean
    RedisChecks bulkActionRedisChecks(RedisConnectionFactory factory, RedisSettings settings) {
        return new RedisChecks(factory, settings);
    }

    /** Before anything uses Redis, and after all beans exist, so that a failed check closes them in order. */
    @Bean
    SmartInitializingSingleton bulkActionRedisChecksAtStart(RedisChecks checks) {
        return checks::verify;
    }

    /** The connection factory depends on the details, and they depend on the server: it starts first and ends last. */
    @Configuration(proxyBeanMethods = false)
    @Conditional(EmbeddedRedisWanted.class)
    @ConditionalOnClass(name = "redis.embedded.RedisExecProvider")
    @ConditionalOnMissingBean({DataRedisConnectionDetails.class, RedisConnectionFactory.class})
    static class Embedded {

        @Bean
        EmbeddedRedis bulkActionEmbeddedRedis(EmbeddedRedisSettings settings) {
            return EmbeddedRedis.start(settings);
        }

        @Bean
        DataRedisConnectionDetails bulkActionEmbeddedRedisDetails(EmbeddedRedis redis) {
            return new EmbeddedRedisConnectionDetails(redis.host(), redis.port(), redis.password());
        }

        @Bean
        LettuceClientConfigurationBuilderCustomizer bulkActionEmbeddedRedisCredentials(EmbeddedRedis redis) {
            return client -> client.redisCredentialsProviderFactory(new EmbeddedRedisCredentials(redis));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(EmbeddedRedisWanted.class)
    @ConditionalOnMissingClass("redis.embedded.RedisExecProvider")
    @ConditionalOnMissingBean({DataRedisConnectionDetails.class, RedisConnectionFactory.class})
    static class Missing {

        @Bean
        DataRedisConnectionDetails bulkActionMissingRedis() {
            throw new RedisStartException(
                    "No Redis is configured (spring.data.redis.url), and the library that would start one is not on the"
                            + " class path.",
                    "Set spring.data.redis.url (or host and port, sentinel, cluster) to a Redis 7.0 or newer; or add"
                            + " org.signal:embedded-redis to the class path to have one started; or set"
                            + " bulk-action.embedded-redis.enabled=false to use the one at localhost:6379.",
                    null);
        }
    }
}
