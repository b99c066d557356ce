package io.bulkaction.internal.boot;

import io.bulkaction.internal.settings.ProcessorOverrides;
import io.bulkaction.internal.settings.SettingNames;
import io.bulkaction.internal.settings.SettingVariables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
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

    private static final String PROCESSORS = SettingNames.ROOT + ".processors.";
    private static final String PROCESSOR_VARIABLES = "BULK_ACTION_PROCESSORS_";

    private final ConfigurableEnvironment environment;
    private @Nullable SettingNames names;

    UnknownSettings(ConfigurableEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        names = SettingMetadata.load().orElse(null);
        if (names == null) {
            log.warn("The names of settings are not checked, because their list is missing");
        } else {
            check(names, name -> true, variable -> !variable.startsWith(PROCESSOR_VARIABLES));
        }
    }

    /** Of handlers everything is known, but only once their beans are; a processor of another kind may have settings of its own. */
    void checkHandlers(Collection<String> types) {
        SettingNames known = names;
        if (known != null) {
            types.forEach(type -> known.addProcessor(ProcessorOverrides.kebabCase(type)));
            check(known, name -> name.startsWith(PROCESSORS), variable -> variable.startsWith(PROCESSOR_VARIABLES));
        }
    }

    private void check(SettingNames names, Predicate<String> whichNames, Predicate<String> whichVariables) {
        List<String> unknown = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.from(environment.getPropertySources())) {
            if (source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource variables) {
                variables(variables, new SettingVariables(names), whichVariables, unknown);
            } else if (source instanceof IterableConfigurationPropertySource properties) {
                properties(properties, names, whichNames, unknown);
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
            Predicate<String> which, List<String> unknown) {
        ConfigurationPropertyName root = ConfigurationPropertyName.of(SettingNames.ROOT);
        source.filter(root::isAncestorOf).stream().distinct().filter(name -> which.test(name.toString()))
                .forEach(name -> names.unknownPartOf(name)
                        .ifPresent(part -> unknown.add(name + " (" + origin(source, name) + ") is unknown; "
                                + (part.known().isEmpty()
                                        ? part.parent() + " has nothing below it"
                                        : part.parent() + " has: " + String.join(", ", part.known())))));
    }

    /** Other variables may begin like ours, so only those that name a part of our settings are refused. */
    private static void variables(
            SystemEnvironmentPropertySource source, SettingVariables meanings, Predicate<String> which,
            List<String> unknown) {
        for (String variable : source.getPropertyNames()) {
            if (!variable.startsWith("BULK_ACTION_")
                    || !which.test(variable)
                    || SERVICE_LINK.matcher(variable).matches()
                    || meanings.meantBy(variable).isPresent()) {
                continue;
            }
            if (meanings.startsLikeASetting(variable)
                    && (!variable.startsWith(PROCESSOR_VARIABLES) || meanings.startsLikeAProcessor(variable))) {
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
