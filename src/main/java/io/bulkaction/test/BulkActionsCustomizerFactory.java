package io.bulkaction.test;

import io.bulkaction.internal.testkit.SharedRedis;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Turns {@link AutoConfigureBulkActions} into settings, before anything of the application is made. They win over those of the
 * application, which may be meant for production or for its other tests.
 */
final class BulkActionsCustomizerFactory implements ContextCustomizerFactory {

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> test, List<ContextConfigurationAttributes> attributes) {
        AutoConfigureBulkActions wanted =
                TestContextAnnotationUtils.findMergedAnnotation(test, AutoConfigureBulkActions.class);
        return wanted == null ? null : new Customizer(wanted.value());
    }

    /** A record, because Spring shares a context among tests whose customizers are equal. */
    record Customizer(AutoConfigureBulkActions.Mode mode) implements ContextCustomizer {

        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration merged) {
            ConfigurableEnvironment environment = context.getEnvironment();
            Map<String, Object> settings = new HashMap<>();
            settings.put("bulk-action.enabled", "true");
            settings.put("bulk-action.test.inline", mode == AutoConfigureBulkActions.Mode.INLINE);
            settings.put("bulk-action.test.virtual-time", "false");
            if (mode == AutoConfigureBulkActions.Mode.REDIS) {
                settings.putAll(SharedRedis.settings());
                queues(environment).forEach(
                        queue -> settings.put("bulk-action.queues[" + queue + "].reliability.replicas", "0"));
            }
            environment.getPropertySources().addFirst(new MapPropertySource("bulk-action test kit", settings));
        }

        private static Set<String> queues(ConfigurableEnvironment environment) {
            return Binder.get(environment)
                    .bind("bulk-action.queues", Bindable.mapOf(String.class, Object.class))
                    .map(Map::keySet).orElse(Set.of());
        }
    }
}
