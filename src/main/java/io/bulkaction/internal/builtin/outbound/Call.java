package io.bulkaction.internal.builtin.outbound;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One request; header names are case-insensitive. */
public record Call(String method, CallUrl url, Map<String, String> headers, byte @Nullable [] body) {

    public static Call post(CallUrl url, byte[] json) {
        return new Call("POST", url, Map.of("Content-Type", "application/json"), json);
    }

    public Call withBearer(String token) {
        return with("Authorization", "Bearer " + token);
    }

    /** Sets a header, which replaces an earlier one of that name. */
    public Call with(String name, String value) {
        Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(headers);
        more.put(name, value);
        return new Call(method, url, more, body);
    }
}
