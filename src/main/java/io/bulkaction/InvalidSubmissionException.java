package io.bulkaction;

/** A submit breaks a rule: no jobs, a payload that is not JSON or too large, a limit out of its bounds. */
public final class InvalidSubmissionException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param message what breaks which rule
     */
    public InvalidSubmissionException(String message) {
        super(message);
    }

    /**
     * Used by the library.
     *
     * @param message what breaks which rule
     * @param known what there is, for callers who may know; follows the message
     */
    public InvalidSubmissionException(String message, String known) {
        super(message, known);
    }

    /**
     * Used by the library.
     *
     * @param message what breaks which rule
     * @param cause what went wrong
     */
    public InvalidSubmissionException(String message, Throwable cause) {
        super(message, cause);
    }
}
