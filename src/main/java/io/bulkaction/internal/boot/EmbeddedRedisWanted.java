package io.bulkaction.internal.boot;

import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Whether to start an embedded Redis where {@code bulk-action.redis} says nothing: if
 * {@code bulk-action.embedded-redis.enabled} says so, or if it is not set and nothing says where Redis is.
 */
final class EmbeddedRedisWanted {

    private static final Bindable<Map<String, Object>> ANYTHING = Bindable.mapOf(String.class, Object.class);

    /** Settings that say where Redis is or how to log in there. A timeout, for example, says neither. */
    private static final List<String> WHERE = List.of(
            "url", "host", "port", "username", "password", "database", "ssl", "sentinel", "cluster", "masterreplica");

    private EmbeddedRedisWanted() {}

    static boolean in(Environment environment) {
        Binder settings = Binder.get(environment);
        return settings.bind("bulk-action.embedded-redis.enabled", Boolean.class).orElseGet(() -> {
            Map<String, Object> redis = settings.bind("spring.data.redis", ANYTHING).orElse(Map.of());
            return WHERE.stream().noneMatch(redis::containsKey);
        });
    }
}
