package io.bulkaction.internal.flow;

import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What a submitter says about a job beside its payload, as it is kept: a JSON object of texts in one line. */
public final class Metadata {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TypeReference<Map<String, String>> TEXTS = new TypeReference<>() {
    };

    private Metadata() {}

    static String write(Map<String, String> metadata) {
        return JSON.writeValueAsString(metadata);
    }

    /** Nothing where there is none, or where somebody has put something else there. */
    public static Map<String, String> read(String text) {
        if (text.isEmpty()) {
            return Map.of();
        }
        try {
            return JSON.readValue(text, TEXTS);
        } catch (JacksonException unreadable) {
            return Map.of();
        }
    }
}
