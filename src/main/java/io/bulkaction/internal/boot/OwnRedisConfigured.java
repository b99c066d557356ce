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

/** Whether {@code bulk-action.redis} says where Redis is. */
final class OwnRedisConfigured extends SpringBootCondition {

    private static final Bindable<Map<String, Object>> ANYTHING = Bindable.mapOf(String.class, Object.class);
    private static final List<String> WHERE = List.of("url", "sentinel", "cluster");

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("Redis of the queues");
        return isConfigured(Binder.get(context.getEnvironment()))
                ? ConditionOutcome.match(message.because("bulk-action.redis says where it is"))
                : ConditionOutcome.noMatch(message.because("bulk-action.redis does not say where it is"));
    }

    static boolean isConfigured(Binder settings) {
        Map<String, Object> redis = settings.bind("bulk-action.redis", ANYTHING).orElse(Map.of());
        return WHERE.stream().anyMatch(redis::containsKey);
    }
}
