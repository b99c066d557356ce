package io.bulkaction.internal.builtin.outbound;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** An address that can be called: http or https, with a host, without a user and without a fragment. */
public record CallUrl(URI uri) {

    public static final int HTTP = 80;
    public static final int HTTPS = 443;

    /** @throws IllegalArgumentException whose message follows the name of the field: "must begin with …" */
    public CallUrl {
        require(isScheme(uri, "http") || isScheme(uri, "https"), "must begin with http:// or https://");
        require(uri.getHost() != null, "names no host, or one that is not allowed in a URL");
        require(uri.getRawUserInfo() == null, "must not carry a user or password");
        require(uri.getRawFragment() == null, "must not have a fragment");
        require(uri.getPort() == -1 || uri.getPort() >= 1 && uri.getPort() <= 65_535, "has no valid port");
    }

    /** @throws IllegalArgumentException as the constructor does; the text is not repeated, it may hold a secret */
    public static CallUrl of(String text) {
        try {
            return new CallUrl(new URI(text));
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is not a URL");
        }
    }

    public String host() {
        return uri.getHost();
    }

    /** The port the call really goes to. */
    public int port() {
        if (uri.getPort() != -1) {
            return uri.getPort();
        }
        return isScheme(uri, "https") ? HTTPS : HTTP;
    }

    private static boolean isScheme(URI uri, String scheme) {
        return scheme.equals(String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT));
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
