package io.bulkaction.internal.builtin.http;

import static io.bulkaction.internal.builtin.PayloadRules.require;

import io.bulkaction.internal.builtin.outbound.CallUrl;
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
 * @param body text is sent as it is, anything else as JSON
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

    /** Headers that frame the message or control the connection, and our own. */
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
        callUrl(url);
        headers.forEach(HttpPayload::checkHeader);
    }

    CallUrl callUrl() {
        return callUrl(url);
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

    private static void checkHeader(String name, @Nullable String value) {
        require(HEADER_NAME.matcher(name).matches(), "headers contains a name that is not allowed in HTTP");
        String lower = name.toLowerCase(Locale.ROOT);
        require(
                !RESERVED.contains(lower) && !lower.startsWith("x-bulk-action-"),
                "header " + name + " cannot be set by a payload");
        require(
                value != null && value.chars().allMatch(c -> c >= ' ' && c <= '~' || c == '\t'),
                "header " + name + " must be one line of ASCII text");
    }

    private static CallUrl callUrl(String text) {
        try {
            return CallUrl.of(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("url " + e.getMessage());
        }
    }
}
