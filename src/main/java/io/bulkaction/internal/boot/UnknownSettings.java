package io.bulkaction.internal.boot;

import io.bulkaction.internal.settings.SettingNames;
import io.bulkaction.internal.settings.SettingVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Stops the start when a setting is misspelt; otherwise its default would be used and nobody would know. Where the
 * application prefers to start in any case, it says so in the log.
 */
final class UnknownSettings implements BeanFactoryPostProcessor {

    private static final Logger log = LoggerFactory.getLogger(UnknownSettings.class);

    /** What Kubernetes sets for a service of our name. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT(_\\d+_[A-Z]+(_(PROTO|PORT|ADDR))?)?)");

    private final ConfigurableEnvironment environment;

    UnknownSettings(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        SettingMetadata.load().ifPresentOrElse(
                this::check, () -> log.warn("The names of settings are not checked, because their list is missing"));
    }

    private void check(SettingNames names) {
        List<String> unknown = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.from(environment.getPropertySources())) {
            if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
                variables(variables, new SettingVariables(names), unknown);
            } else if (source instanceof IterableConfigurationPropertySource properties) {
                properties(properties, names, unknown);
            }
        }
        if (unknown.isEmpty()) {
            return;
        }
        if (isOnlyToWarn()) {
            unknown.forEach(setting -> log.warn("{}; ignored, because bulk-action.start-check is warn", setting));
        } else {
            throw new UnknownSettingException(unknown);
        }
    }

    /** Leniently: whether its own value is valid, another check says. */
    private boolean isOnlyToWarn() {
        return "warn"
                .equalsIgnoreCase(Binder.get(environment).bind("bulk-action.start-check", String.class).orElse(""));
    }

    private static void properties(IterableConfigurationPropertySource source, SettingNames names,
            List<String> unknown) {
        ConfigurationPropertyName root = ConfigurationPropertyName.of(SettingNames.ROOT);
        source.filter(root::isAncestorOf).stream().distinct().forEach(name -> names.unknownPartOf(name)
                .ifPresent(part -> unknown.add(name + " (" + origin(source, name) + ") is unknown; "
                        + (part.known().isEmpty()
                                ? part.parent() + " has nothing below it"
                                : part.parent() + " has: " + String.join(", ", part.known())))));
    }

    /** Other variables may begin like ours, so only those that name a part of our settings are refused. */
    private static void variables(
            SystemEnvironmentPropertySource source, SettingVariables meanings, List<String> unknown) {
        for (String variable : source.getPropertyNames()) {
            if (!variable.startsWith("BULK_ACTION_")
                    || SERVICE_LINK.matcher(variable).matches()
                    || meanings.meantBy(variable).isPresent()) {
                continue;
            }
            if (meanings.startsLikeASetting(variable) && !variable.startsWith("BULK_ACTION_PROCESSORS_")) {
                unknown.add("the environment variable " + variable + " matches no setting");
            } else {
                log.warn("The environment variable {} matches no setting of bulk-action and is ignored", variable);
            }
        }
    }

    private static String origin(ConfigurationPropertySource source, ConfigurationPropertyName name) {
        Origin origin = Origin.from(source.getConfigurationProperty(name));
        return origin != null ? origin.toString() : String.valueOf(source.getUnderlyingSource());
    }
}
