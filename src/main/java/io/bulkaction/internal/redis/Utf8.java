package io.bulkaction.internal.redis;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Text as Redis stores it. */
public final class Utf8 {

    private Utf8() {}

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The fields and values of a hash. */
    public static Map<String, String> texts(Map<byte[], byte[]> hash) {
        Map<String, String> texts = new HashMap<>();
        hash.forEach((field, value) -> texts.put(text(field), text(value)));
        return texts;
    }
}
