package io.bulkaction;

/** A callback URL is not allowed; the message names the rule. Nothing was written. */
public final class CallbackRefusedException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    /**
     * Used by the library.
     *
     * @param url the URL
     * @param rule the rule that it breaks
     */
    public CallbackRefusedException(String url, String rule) {
        super("callback URL '" + url + "' is refused: " + rule);
    }
}
