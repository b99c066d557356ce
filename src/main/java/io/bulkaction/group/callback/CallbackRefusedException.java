package io.bulkaction.group.callback;

/** A callback URL that is not allowed; the message names the rule. */
public final class CallbackRefusedException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    CallbackRefusedException(String url, String rule) {
        super("callback URL '" + url + "' is refused: " + rule);
    }
}
