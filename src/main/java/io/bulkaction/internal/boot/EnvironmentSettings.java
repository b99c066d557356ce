package io.bulkaction.internal.boot;

import io.bulkaction.internal.settings.SettingVariables;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Gives every {@code BULK_ACTION_...} variable its proper name, so that queues and users can be set by variables alone.
 * The values have the precedence of variables: above files, below the command line.
 */
final class EnvironmentSettings implements EnvironmentPostProcessor, Ordered {

    private static final String VARIABLES = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

    /** Before files are read, and before anything checks whether a setting exists. */
    @Override
    public int getOrder() {
        return ConfigDataEnvironmentPostProcessor.ORDER - 1;
    }

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        if (environment.getPropertySources().get(VARIABLES) instanceof MapPropertySource variables) {
            SettingMetadata.load().map(SettingVariables::new).ifPresent(names -> rename(environment, variables, names));
        }
    }

    private static void rename(
            ConfigurableEnvironment environment, MapPropertySource variables, SettingVariables meanings) {
        Map<String, Object> settings = new LinkedHashMap<>();
        variables.getSource().forEach((variable, value) -> meanings.meantBy(variable).ifPresent(name -> settings.put(
                name, OriginTrackedValue.of(value, new SystemEnvironmentOrigin(variable)))));
        if (!settings.isEmpty()) {
            environment.getPropertySources().addBefore(
                    VARIABLES, new OriginTrackedMapPropertySource("bulkActionEnvironment", settings, true));
        }
    }
}
