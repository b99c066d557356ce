package io.bulkaction.internal.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.ConfigurableEnvironment;

/** Looks at the settings as a whole, before any part of the service looks at its own. */
@AutoConfiguration
@ImportRuntimeHints(BulkActionHints.class)
@ConditionalOnBooleanProperty(name = "bulk-action.enabled", matchIfMissing = true)
class SettingsAutoConfiguration {

    /** Static, because it runs before configurations like this one are made. */
    @Bean
    static UnknownSettings bulkActionUnknownSettings(ConfigurableEnvironment environment) {
        return new UnknownSettings(environment);
    }
}
