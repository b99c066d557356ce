package io.bulkaction.submit;

/** A submit that breaks a rule; the message names the thing and the rule. */
public final class InvalidSubmissionException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public InvalidSubmissionException(String message) {
        super(message);
    }

    InvalidSubmissionException(String message, Throwable cause) {
        super(message, cause);
    }
}
