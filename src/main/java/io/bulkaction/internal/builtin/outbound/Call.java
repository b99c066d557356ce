package io.bulkaction.internal.builtin.outbound;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One request. @param headers by name in any case, each once */
public record Call(String method, CallUrl url, Map<String, String> headers, byte @Nullable [] body) {

    public static Call post(CallUrl url, byte[] json) {
        return new Call("POST", url, Map.of("Content-Type", "application/json"), json);
    }

    /** The header in place of one of that name that was there before. */
    public Call with(String name, String value) {
        Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(headers);
        more.put(name, value);
        return new Call(method, url, more, body);
    }
}
