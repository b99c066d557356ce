package io.bulkaction.queue;

/**
 * Why an attempt failed, as it is kept with the job.
 *
 * @param stackTrace empty when there is none
 */
public record JobError(String code, String message, String stackTrace) {

    private static final int MAX_MESSAGE = 2_000;
    private static final int MAX_STACK_TRACE = 16_000;

    public JobError {
        message = cut(message, MAX_MESSAGE);
        stackTrace = cut(stackTrace, MAX_STACK_TRACE);
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + "…";
    }
}
