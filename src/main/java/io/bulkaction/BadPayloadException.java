package io.bulkaction;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a {@link JobProcessor} whose payload is not what it expects. The job then fails for good with the code
 * {@value PayloadReader#BAD_PAYLOAD} and is not retried, because a payload never changes; unless the queue's setting
 * {@code retry.retryable} or {@code retry.success} names that code.
 *
 * <p>{@link PayloadReader} returns the same failure without an exception.
 */
public class BadPayloadException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception without a cause.
     *
     * @param message names the field and the rule it breaks; shown to people, so it should not repeat the value
     */
    public BadPayloadException(String message) {
        this(message, null);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message names the field and the rule it breaks; shown to people, so it should not repeat the value
     * @param cause what went wrong, or null
     */
    public BadPayloadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
