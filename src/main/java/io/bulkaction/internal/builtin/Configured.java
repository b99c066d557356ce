package io.bulkaction.internal.builtin;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.ConfigurationPropertyState;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether a property is set in any of the ways Spring Boot reads one: value, list, map, environment variable. */
public final class Configured extends SpringBootCondition {

    public static boolean isConfigured(Environment environment, String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (hasValue(source.getConfigurationProperty(name))
                    || source.containsDescendantOf(name) == ConfigurationPropertyState.PRESENT) {
                return true;
            }
        }
        return false;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        String[] properties = metadata.getAnnotations().get(ConditionalOnConfigured.class).getStringArray("value");
        ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnConfigured.class);
        return Arrays.stream(properties)
                .filter(property -> isConfigured(context.getEnvironment(), property))
                .findFirst()
                .map(property -> ConditionOutcome.match(message.foundExactly(property)))
                .orElseGet(() -> ConditionOutcome.noMatch(message.didNotFind("any of").items((Object[]) properties)));
    }

    private static boolean hasValue(@Nullable ConfigurationProperty property) {
        return property != null && !property.getValue().toString().isBlank();
    }
}
