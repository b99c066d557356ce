package io.bulkaction.internal.boot;

import io.bulkaction.internal.redis.RedisLocation;
import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.RedisSettings;
import io.bulkaction.internal.settings.TestKitSettings;
import io.lettuce.core.RedisURI;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Where Redis is, says the first of these that can: {@code bulk-action.redis.*}; an embedded one, if nothing is configured;
 * what the application uses. The settings are asked when the application starts, so that one that was prepared ahead of time
 * can be told then.
 */
@Configuration(proxyBeanMethods = false)
class RedisLocations {

    private static final String DETAILS =
            "org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails";
    private static final String FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";

    private final RedisSettings own;
    private final TestKitSettings kit;
    private final Environment environment;

    RedisLocations(RedisSettings own, TestKitSettings kit, Environment environment) {
        this.own = own;
        this.kit = kit;
        this.environment = environment;
    }

    /** Where the application's Redis is. */
    @FunctionalInterface
    interface OfTheApplication {

        RedisLocation find();
    }

    /** There where the application says by no bean of its own where its Redis is. */
    record OnlySettingsSay() {}

    /** The connection depends on the location, and that on an embedded server: it starts first and ends last. */
    @Bean
    RedisLocation bulkActionRedisLocation(
            ObjectProvider<EmbeddedRedis> embedded, ObjectProvider<OnlySettingsSay> onlySettingsSay,
            OfTheApplication application, ObjectProvider<SslBundles> bundles) {
        if (kit.redisUrl() != null) {
            return RedisLocation.of(RedisURI.create(kit.redisUrl()), null, "bulk-action.test.redis-url");
        }
        if (own.isLocated()) {
            return RedisOfTheQueues.of(own, bundles);
        }
        if (!isEmbeddedWanted() || onlySettingsSay.getIfAvailable() == null) {
            return application.find();
        }
        EmbeddedRedis started = embedded.getIfAvailable();
        if (started == null) {
            throw missing();
        }
        RedisURI address = RedisURI.create(started.host(), started.port());
        address.setCredentialsProvider(new EmbeddedRedisCredentials(started));
        return RedisLocation.of(address, null, "bulk-action.embedded-redis");
    }

    boolean isEmbeddedWanted() {
        return kit.redisUrl() == null && !own.isLocated() && EmbeddedRedisWanted.in(environment);
    }

    private static RedisStartException missing() {
        return new RedisStartException(
                "No Redis is configured for the queues (bulk-action.redis.url or spring.data.redis.url), and none is"
                        + " started, because the library for it is missing or the application makes its own"
                        + " connection factory.",
                "Set bulk-action.redis.url (or sentinel, cluster) to a Redis 7.0 or newer; or add"
                        + " org.signal:embedded-redis to the class path to have one started; or set"
                        + " bulk-action.embedded-redis.enabled=false to use the one at localhost:6379.",
                null);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(type = DETAILS)
    static class WithoutDetails {

        @Bean
        OnlySettingsSay bulkActionOnlySettingsSay() {
            return new OnlySettingsSay();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "redis.embedded.RedisExecProvider")
    @ConditionalOnMissingBean(type = {DETAILS, FACTORY})
    static class Embedded {

        /** None where Redis is elsewhere. */
        @Bean
        @Nullable
        EmbeddedRedis bulkActionEmbeddedRedis(EmbeddedRedisSettings settings, RedisLocations locations) {
            return locations.isEmbeddedWanted() ? EmbeddedRedis.start(settings) : null;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = DETAILS)
    static class Details {

        @Bean
        OfTheApplication bulkActionRedisOfTheApplication(ObjectProvider<DataRedisConnectionDetails> details) {
            return () -> RedisOfTheApplication.of(details.getObject());
        }
    }

    /** Without Spring Data Redis nobody else reads {@code spring.data.redis.*}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass(DETAILS)
    static class Settings {

        @Bean
        OfTheApplication bulkActionRedisOfTheApplication(Environment environment, ObjectProvider<SslBundles> bundles) {
            return () -> Binder.get(environment)
                    .bindOrCreate("spring.data.redis", SpringDataRedis.class)
                    .location(bundles);
        }
    }
}
