package io.bulkaction.internal.builtin.nas;

/** A change cannot be made; says whether a retry may help. */
final class NasException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String code;
    private final boolean retryable;

    private NasException(String code, String message, boolean retryable) {
        super(message);
        this.code = code;
        this.retryable = retryable;
    }

    static NasException permanent(String code, String message) {
        return new NasException(code, message, false);
    }

    static NasException retryable(String code, String message) {
        return new NasException(code, message, true);
    }

    String code() {
        return code;
    }

    boolean isRetryable() {
        return retryable;
    }
}
