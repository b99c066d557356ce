package io.bulkaction;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what is wrong with a payload without quoting it: payloads carry addresses, passwords and worse. */
final class PayloadProblem {

    private static final int SHOWN = 40;

    private PayloadProblem() {}

    static String explain(JacksonException e) {
        String rule = ruleOfTheRecord(e.getCause());
        if (rule != null) {
            return rule;
        }
        if (e instanceof UnrecognizedPropertyException unknown) {
            return "unknown field '" + shown(unknown.getPropertyName()) + "'" + known(unknown.getKnownPropertyIds());
        }
        if (e instanceof MismatchedInputException mismatch) {
            return field(e) + " must be " + expected(mismatch.getTargetType());
        }
        return "not valid JSON" + place(e);
    }

    /** What the record's own constructor says: written for people, and free of values. */
    private static @Nullable String ruleOfTheRecord(@Nullable Throwable cause) {
        return switch (cause) {
            case InvalidIdException id -> id.messageWithoutId();
            case BulkActionException rule -> rule.getMessage();
            case IllegalArgumentException rule -> rule.getMessage();
            case null, default -> null;
        };
    }

    private static String field(JacksonException e) {
        String path = e.getPath().stream()
                .map(step -> step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName())
                .collect(Collectors.joining("."));
        return path.isEmpty() ? "the payload" : "field '" + shown(path) + "'";
    }

    private static String expected(@Nullable Class<?> type) {
        if (type == null) {
            return "of another type";
        }
        if (type.isEnum()) {
            return "one of "
                    + Arrays.stream(type.getEnumConstants()).map(Object::toString).collect(Collectors.joining(", "));
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive() && type != boolean.class) {
            return "a number";
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (type == String.class) {
            return "a text";
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    private static String known(@Nullable Collection<Object> ids) {
        return ids == null || ids.isEmpty()
                ? ""
                : ", known are " + ids.stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String place(JacksonException e) {
        var location = e.getLocation();
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static String shown(String name) {
        String plain = name.replaceAll("[^ -~]", "?");
        return plain.length() > SHOWN ? plain.substring(0, SHOWN) + "…" : plain;
    }
}
