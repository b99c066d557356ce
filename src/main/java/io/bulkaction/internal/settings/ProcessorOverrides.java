package io.bulkaction.internal.settings;

import jakarta.validation.Validation;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.validation.ValidationBindHandler;
import org.springframework.core.env.Environment;
import org.springframework.validation.beanvalidation.SpringValidatorAdapter;

/**
 * Finds what is set for one processor type under {@code bulk-action.processors.<type in kebab-case>.}. By name and not
 * as one map: an environment variable cannot tell where a map's key ends.
 */
public final class ProcessorOverrides {

    private static final Logger log = LoggerFactory.getLogger(ProcessorOverrides.class);
    private static final String PREFIX = "bulk-action.processors.";
    private static final ProcessorSettings NONE =
            new ProcessorSettings(null, null,
                    new ProcessorSettings.Retry(null, null, null, null, null, null, null, null));

    private final Binder binder;
    private final Map<String, ProcessorSettings> defaults = new ConcurrentHashMap<>();
    private final Map<String, ProcessorSettings> byType = new ConcurrentHashMap<>();

    public ProcessorOverrides(Environment environment) {
        this(Binder.get(environment));
    }

    ProcessorOverrides(Binder binder) {
        this.binder = binder;
    }

    /** What the processor of a type says itself. What is set for it counts more. */
    public void byDefault(String processorType, ProcessorSettings settings) {
        defaults.put(processorType, settings);
    }

    /** For every type that runs here, at start: throws a BindException that names the property when a value is bad. */
    public void check(String processorType) {
        byType.put(processorType, bind(processorType).or(defaults.getOrDefault(processorType, NONE)));
    }

    public ProcessorSettings of(String processorType) {
        return byType.computeIfAbsent(processorType, this::bindOrIgnore);
    }

    /** why not fail: jobs of a type that does not run here must still be ended, whatever is set for it */
    private ProcessorSettings bindOrIgnore(String processorType) {
        try {
            return bind(processorType);
        } catch (BindException bad) {
            log.warn("Ignoring the settings for jobs of type {}: {}", processorType, bad.getMessage());
            return NONE;
        }
    }

    private ProcessorSettings bind(String processorType) {
        String name = kebabCase(processorType);
        if (name.isEmpty()) {
            return NONE;
        }
        try (var validators = Validation.buildDefaultValidatorFactory()) {
            var validating = new ValidationBindHandler(new SpringValidatorAdapter(validators.getValidator()));
            return binder.bind(PREFIX + name, Bindable.of(ProcessorSettings.class), validating).orElse(NONE);
        }
    }

    /** SEND_EMAIL, sendEmail and send.email all become send-email. */
    public static String kebabCase(String processorType) {
        return processorType
                .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .replaceAll("^-|-$", "")
                .toLowerCase(Locale.ROOT);
    }
}
