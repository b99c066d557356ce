package io.bulkaction;

import java.util.regex.Pattern;

/**
 * A callback URL is not allowed; the message names the rule, and the URL without its query and its password, because messages are
 * logged. Nothing was written.
 */
public final class CallbackRefusedException extends BulkActionException {

    private static final long serialVersionUID = 1L;

    private static final Pattern USER = Pattern.compile("//[^/?#]*@");
    private static final Pattern QUERY = Pattern.compile("[?#].*", Pattern.DOTALL);

    /**
     * Used by the library.
     *
     * @param url the URL
     * @param rule the rule that it breaks
     */
    public CallbackRefusedException(String url, String rule) {
        super("callback URL '" + withoutSecrets(url) + "' is refused: " + rule);
    }

    private static String withoutSecrets(String url) {
        return QUERY.matcher(USER.matcher(url).replaceFirst("//***@")).replaceFirst("?***");
    }
}
