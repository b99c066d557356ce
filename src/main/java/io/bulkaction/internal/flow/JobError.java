package io.bulkaction.internal.flow;

/**
 * Why an attempt failed, as it is kept with the job.
 *
 * @param stackTrace empty when there is none
 */
public record JobError(String code, String message, String stackTrace) {

    private static final int MAX_CODE = 128;
    private static final int MAX_MESSAGE = 2_000;
    private static final int MAX_STACK_TRACE = 16_000;

    /** Under this name a group's errors keep an example beside each code's count; a code must not be taken for one. */
    private static final String EXAMPLE = "example:";

    public JobError {
        code = cut(code.startsWith(EXAMPLE) ? code.substring(EXAMPLE.length()) : code, MAX_CODE);
        message = cut(message, MAX_MESSAGE);
        stackTrace = cut(stackTrace, MAX_STACK_TRACE);
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + "…";
    }
}
