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

    /** Null where the message names nothing. */
    private final @Nullable String messageWithoutNames;

    /**
     * Creates an exception without a cause.
     *
     * @param message what is wrong and what would be right
     */
    protected BulkActionException(String message) {
        super(message);
        this.messageWithoutNames = null;
    }

    /**
     * Creates an exception that also says what there is, which is not for everybody.
     *
     * @param message what is wrong
     * @param known what there is, and what would be right; follows the message
     */
    protected BulkActionException(String message, String known) {
        super(message + known);
        this.messageWithoutNames = message;
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message what is wrong and what would be right
     * @param cause what went wrong, or null
     */
    protected BulkActionException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.messageWithoutNames = null;
    }

    /**
     * For a caller who is kept to some queues or groups, and need not know what else there is.
     *
     * @return the message, without the names of queues, processors and sending windows that nobody asked for
     */
    public String messageWithoutNames() {
        return messageWithoutNames == null ? String.valueOf(getMessage()) : messageWithoutNames;
    }
}
