package io.bulkaction.processor.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One call.
 *
 * @param method POST when missing
 * @param body a text is sent as it is, anything else as JSON
 */
record HttpPayload(
        @Nullable Method method,
        @Nullable String url,
        @Nullable Map<String, String> headers,
        @Nullable JsonNode body) {

    enum Method {
        GET,
        HEAD,
        POST,
        PUT,
        PATCH,
        DELETE,
        OPTIONS
    }

    private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

    /** Headers that frame the message or steer the connection, and those that are ours. */
    private static final Set<String> RESERVED = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "te",
            "trailer",
            "upgrade",
            "expect",
            "idempotency-key");

    HttpPayload {
        method = method == null ? Method.POST : method;
        headers = headers == null ? Map.of() : headers;
        body = body == null || body.isNull() ? null : body;
        require(url != null, "url is missing");
        checkUrl(uri(url));
        headers.forEach(HttpPayload::checkHeader);
    }

    URI uri() {
        return uri(url);
    }

    /** The port the call really goes to. */
    int port() {
        URI uri = uri();
        if (uri.getPort() != -1) {
            return uri.getPort();
        }
        return uri.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    byte @Nullable [] bodyBytes() {
        if (body == null) {
            return null;
        }
        String text = body.isString() ? body.stringValue() : body.toString();
        return text.getBytes(StandardCharsets.UTF_8);
    }

    String defaultContentType() {
        return body != null && body.isString() ? "text/plain; charset=UTF-8" : "application/json";
    }

    private static void checkUrl(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        require(scheme.equals("http") || scheme.equals("https"), "url must begin with http:// or https://");
        require(uri.getHost() != null, "url names no host, or one that is not allowed in a URL");
        require(uri.getRawUserInfo() == null, "url must not carry a user or password: use a header");
        require(uri.getRawFragment() == null, "url must not have a fragment");
        require(uri.getPort() == -1 || uri.getPort() >= 1 && uri.getPort() <= 65_535, "url has no valid port");
    }

    private static void checkHeader(String name, @Nullable String value) {
        require(HEADER_NAME.matcher(name).matches(), "headers holds a name that is not allowed in HTTP");
        String lower = name.toLowerCase(Locale.ROOT);
        require(
                !RESERVED.contains(lower) && !lower.startsWith("x-bulk-action-"),
                "header " + name + " cannot be set by a payload");
        require(
                value != null && value.chars().allMatch(c -> c >= ' ' && c <= '~' || c == '\t'),
                "header " + name + " must be one line of ASCII text");
    }

    private static URI uri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("url is not a URL");
        }
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
