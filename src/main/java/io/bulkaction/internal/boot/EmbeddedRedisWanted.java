package io.bulkaction.internal.boot;

import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Whether to start an embedded Redis: if {@code bulk-action.embedded-redis.enabled} says so, or if it is not set and
 * nothing says where Redis is.
 */
final class EmbeddedRedisWanted extends SpringBootCondition {

    private static final Bindable<Map<String, Object>> ANYTHING = Bindable.mapOf(String.class, Object.class);

    /** Settings that say where Redis is or how to log in there. A timeout, for example, says neither. */
    private static final List<String> WHERE = List.of(
            "url", "host", "port", "username", "password", "database", "ssl", "sentinel", "cluster", "masterreplica");

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        ConditionMessage.Builder message = ConditionMessage.forCondition("Embedded Redis");
        Boolean enabled = binder.bind("bulk-action.embedded-redis.enabled", Boolean.class).orElse(null);
        if (enabled != null) {
            return new ConditionOutcome(enabled, message.because("bulk-action.embedded-redis.enabled is " + enabled));
        }
        if (OwnRedisConfigured.isConfigured(binder)) {
            return ConditionOutcome.noMatch(message.because("bulk-action.redis says where Redis is"));
        }
        Map<String, Object> redis = binder.bind("spring.data.redis", ANYTHING).orElse(Map.of());
        for (String name : WHERE) {
            if (redis.containsKey(name)) {
                return ConditionOutcome.noMatch(message.because("spring.data.redis." + name + " is set"));
            }
        }
        return ConditionOutcome.match(message.because("spring.data.redis does not say where Redis is"));
    }
}
