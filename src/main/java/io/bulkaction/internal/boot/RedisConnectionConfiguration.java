package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.RedisConnectionOptions;
import io.bulkaction.internal.settings.RedisSettings;
import io.lettuce.core.cluster.ClusterClientOptions;
import java.util.Objects;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientConfigurationBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Adds what the queues need to the connection factory that Spring Boot makes from {@code spring.data.redis.*}:
 * standalone, Sentinel or Cluster. What is set there wins, and so do the application's own customizers, which come
 * later.
 */
@Configuration(proxyBeanMethods = false)
class RedisConnectionConfiguration {

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    LettuceClientOptionsBuilderCustomizer bulkActionClientOptions(DataRedisProperties redis, RedisSettings settings) {
        return options -> {
            RedisConnectionOptions.customize(
                    options,
                    Objects.requireNonNullElse(redis.getConnectTimeout(), RedisConnectionOptions.CONNECT_TIMEOUT),
                    settings.requestQueueSize());
            if (options instanceof ClusterClientOptions.Builder cluster
                    && redis.getLettuce().getCluster().getRefresh().getPeriod() == null) {
                RedisConnectionOptions.followTheCluster(cluster);
            }
        };
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    LettuceClientConfigurationBuilderCustomizer bulkActionCommandTimeout(DataRedisProperties redis) {
        return client -> {
            if (redis.getTimeout() == null) {
                client.commandTimeout(RedisConnectionOptions.COMMAND_TIMEOUT);
            }
        };
    }

    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    ClientResourcesBuilderCustomizer bulkActionReconnectDelay() {
        return RedisConnectionOptions::customize;
    }
}
