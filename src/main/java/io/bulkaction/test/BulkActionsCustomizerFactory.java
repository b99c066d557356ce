package io.bulkaction.test;

import io.bulkaction.internal.testkit.SharedRedis;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/** Turns {@link AutoConfigureBulkActions} into settings, before anything of the application is made. */
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
            Map<String, Object> settings = switch (mode) {
                case INLINE -> Map.of("bulk-action.test.inline", "true");
                case REDIS -> SharedRedis.settings();
            };
            context.getEnvironment().getPropertySources()
                    .addFirst(new MapPropertySource("bulk-action test kit", settings));
        }
    }
}
