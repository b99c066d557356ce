package io.bulkaction.internal.boot;

import io.bulkaction.internal.settings.SettingNames;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.validation.BindValidationException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.FieldError;
import org.springframework.validation.ObjectError;

/**
 * Explains bad values of our settings, one line each: the setting, its value, where it is set and what is allowed.
 * Other settings are left to Boot and to the application that uses the library.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class BadSettingFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final Pattern SECRET = Pattern.compile("password|secret|token|key$|url$");

    /** Validation writes the key of a map as {@code queues[default]}. */
    private static final Pattern KEY = Pattern.compile("\\[([a-z][a-z0-9-]*)]");

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(SettingNames.ROOT);

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        if (!ROOT.equals(cause.getName()) && !ROOT.isAncestorOf(cause.getName())) {
            return null;
        }
        BindValidationException broken = findCause(rootFailure, BindValidationException.class);
        if (broken != null) {
            return analysis(broken.getValidationErrors().getAllErrors().stream()
                    .map(error -> sentence(broken.getValidationErrors().getName().toString(), error))
                    .collect(Collectors.joining("\n")), cause);
        }
        ConfigurationProperty property = cause.getProperty();
        boolean unreadable = findCause(cause, ConversionFailedException.class) != null
                || findCause(cause, ConverterNotFoundException.class) != null;
        return property != null && unreadable ? analysis(sentence(property, cause), cause) : null;
    }

    private static FailureAnalysis analysis(String description, BindException cause) {
        return new FailureAnalysis(description, "Correct the value.", cause);
    }

    private String sentence(ConfigurationProperty property, BindException cause) {
        String setting = setting(property.getName().toString(), property.getValue(), property.getOrigin());
        ConversionFailedException unreadable = findCause(cause, ConversionFailedException.class);
        return unreadable != null && isOurs(unreadable)
                && unreadable.getCause() instanceof IllegalArgumentException rule
                        ? setting + ": " + rule.getMessage()
                        : setting + " cannot be read; write "
                                + example(cause.getTarget().getType().resolve(Object.class));
    }

    /** The types of hosts, networks and URLs say themselves what is wrong with a text. */
    private static boolean isOurs(ConversionFailedException unreadable) {
        Class<?> type = unreadable.getTargetType().getType();
        return type.isRecord() && type.getName().startsWith("io.bulkaction.");
    }

    private static String sentence(String prefix, ObjectError error) {
        String message = String.valueOf(error.getDefaultMessage());
        return error instanceof FieldError field
                ? setting(
                        prefix + "."
                                + DataObjectPropertyName.toDashedForm(KEY.matcher(field.getField()).replaceAll(".$1")),
                        field.getRejectedValue(),
                        Origin.from(field)) + ": " + message
                : prefix + ": " + message;
    }

    private static String setting(String name, @Nullable Object value, @Nullable Origin origin) {
        return name
                + (SECRET.matcher(name).find() ? "" : " = " + value)
                + (origin == null ? "" : " (" + origin + ")");
    }

    private static String example(Class<?> type) {
        if (type == Duration.class) {
            return "a duration like 500ms, 30s, 5m, 2h or 1d";
        }
        if (type == DataSize.class) {
            return "a size like 256KB or 10MB";
        }
        if (type.isEnum()) {
            return "one of " + Arrays.stream(type.getEnumConstants())
                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .collect(Collectors.joining(", "));
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        return "a value of type " + type.getSimpleName();
    }
}
