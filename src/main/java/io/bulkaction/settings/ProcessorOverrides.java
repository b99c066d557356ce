package io.bulkaction.settings;

import jakarta.validation.Validation;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

    private static final String PREFIX = "bulk-action.processors.";
    private static final ProcessorSettings NONE =
            new ProcessorSettings(null, new ProcessorSettings.Retry(null, null, null, null, null, null, null, null));

    private final Binder binder;
    private final Map<String, ProcessorSettings> byType = new ConcurrentHashMap<>();

    public ProcessorOverrides(Environment environment) {
        this(Binder.get(environment));
    }

    ProcessorOverrides(Binder binder) {
        this.binder = binder;
    }

    /** Throws a BindException that names the property when a value is bad; ask for every type at start. */
    public ProcessorSettings of(String processorType) {
        return byType.computeIfAbsent(processorType, this::bind);
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
    static String kebabCase(String processorType) {
        return processorType
                .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .replaceAll("^-|-$", "")
                .toLowerCase(Locale.ROOT);
    }
}
