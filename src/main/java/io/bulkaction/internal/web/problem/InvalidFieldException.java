package io.bulkaction.internal.web.problem;

import java.io.Serial;
import java.util.Collection;

/** A field of a request breaks a rule; for what a controller checks itself. */
public final class InvalidFieldException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An unknown name may be anything; it is repeated only as far as needed to recognise a typing mistake. */
    private static final int MAX_NAME = 100;

    private final String field;
    private final String rule;
    private final String messageKey;
    private final transient Object[] arguments;

    private InvalidFieldException(String message, String field, String rule, String messageKey, Object... arguments) {
        super(message);
        this.field = field;
        this.rule = rule;
        this.messageKey = messageKey;
        this.arguments = arguments;
    }

    public static InvalidFieldException required(String field) {
        return new InvalidFieldException(field + " is missing", field, "Required", "problem.field.required");
    }

    public static InvalidFieldException wrongType(String field) {
        return new InvalidFieldException(field + " has the wrong type", field, "Type", "problem.field.type");
    }

    public static InvalidFieldException notATime(String field) {
        return new InvalidFieldException(
                field + " is not a time with its offset", field, "Time", "problem.field.time");
    }

    public static InvalidFieldException notADuration(String field) {
        return new InvalidFieldException(field + " is not a duration", field, "Duration", "problem.field.duration");
    }

    public static InvalidFieldException twice(String field) {
        return new InvalidFieldException(field + " appears twice", field, "Once", "problem.field.once");
    }

    public static InvalidFieldException wrongSize(String field, int max) {
        return new InvalidFieldException(
                field + " must have 1 to " + max + " entries", field, "Size", "problem.field.size", max);
    }

    /** @param instead how to send more */
    public static InvalidFieldException tooMany(String field, int max, String instead) {
        return new InvalidFieldException(
                field + " may have at most " + max + " entries; send more as " + instead, field, "Size",
                "problem.field.too-many", max, instead);
    }

    public static InvalidFieldException misplaced(String parameter) {
        String name = shortened(parameter);
        return new InvalidFieldException(
                "query parameter '" + name + "' is not read here; put it into the JSON body", name, "Misplaced",
                "problem.field.misplaced");
    }

    /** @param why what is wrong with it, as part of a sentence */
    public static InvalidFieldException malformed(String field, String why) {
        return new InvalidFieldException(
                field + " is not valid: " + why, field, "Format", "problem.field.malformed", why);
    }

    /** @param known the names that are allowed */
    public static InvalidFieldException unknown(String field, Collection<String> known) {
        String name = shortened(field);
        String names = String.join(", ", known);
        return new InvalidFieldException(
                "field '" + name + "' is unknown; known are: " + names, name, "Unknown", "problem.field.unknown",
                names);
    }

    /** The same with the path from the whole request: {@code jobId} in {@code jobs[3]} is {@code jobs[3].jobId}. */
    public InvalidFieldException in(String parent) {
        String path = field.isEmpty() ? parent : parent + "." + field;
        return new InvalidFieldException(parent + ": " + getMessage(), path, rule, messageKey, arguments);
    }

    private static String shortened(String name) {
        return name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + "…" : name;
    }

    Problem.FieldError error(String message) {
        return new Problem.FieldError(field, rule, message);
    }

    String messageKey() {
        return messageKey;
    }

    Object[] arguments() {
        return arguments.clone();
    }
}
