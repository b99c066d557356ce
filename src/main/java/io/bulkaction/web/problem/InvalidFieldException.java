package io.bulkaction.web.problem;

import java.io.Serial;
import java.util.Collection;

/** A field of a request that breaks a rule, found by a controller itself. */
public final class InvalidFieldException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** An unknown name is the sender's to choose; it is repeated only as far as a typing mistake may go. */
    private static final int MAX_NAME = 100;

    private final String field;
    private final String rule;
    private final String text;
    private final transient Object[] arguments;

    private InvalidFieldException(String message, String field, String rule, String text, Object... arguments) {
        super(message);
        this.field = field;
        this.rule = rule;
        this.text = text;
        this.arguments = arguments;
    }

    public static InvalidFieldException required(String field) {
        return new InvalidFieldException(field + " is missing", field, "Required", "problem.field.required");
    }

    public static InvalidFieldException wrongType(String field) {
        return new InvalidFieldException(field + " has the wrong type", field, "Type", "problem.field.type");
    }

    public static InvalidFieldException twice(String field) {
        return new InvalidFieldException(field + " is there twice", field, "Once", "problem.field.once");
    }

    public static InvalidFieldException wrongSize(String field, int most) {
        return new InvalidFieldException(
                field + " must have 1 to " + most + " entries", field, "Size", "problem.field.size", most);
    }

    /** @param known what could have been meant */
    public static InvalidFieldException unknown(String field, Collection<String> known) {
        String name = field.length() > MAX_NAME ? field.substring(0, MAX_NAME) + "…" : field;
        String names = String.join(", ", known);
        return new InvalidFieldException(
                "field '" + name + "' is unknown; known are " + names, name, "Unknown", "problem.field.unknown", names);
    }

    /** The same, seen from the whole request: {@code jobId} in {@code jobs[3]} is {@code jobs[3].jobId}. */
    public InvalidFieldException in(String parent) {
        String path = field.isEmpty() ? parent : parent + "." + field;
        return new InvalidFieldException(parent + ": " + getMessage(), path, rule, text, arguments);
    }

    Problem.FieldError error(String words) {
        return new Problem.FieldError(field, rule, words);
    }

    String text() {
        return text;
    }

    Object[] arguments() {
        return arguments.clone();
    }
}
