package io.bulkaction;

import org.jspecify.annotations.Nullable;

/**
 * The base of all exceptions that this library throws to say that a call was refused or could not be done. The message
 * names what is wrong and what would be right.
 *
 * <p>Not in this family: errors that Redis answers and that do not pass by themselves, which show as an exception of the
 * Redis client; and mistakes in the calling code, such as adding to a closed stream, which are
 * {@link IllegalStateException}s.
 */
public abstract class BulkActionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception without a cause.
     *
     * @param message what is wrong and what would be right
     */
    protected BulkActionException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message what is wrong and what would be right
     * @param cause what went wrong, or null
     */
    protected BulkActionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
