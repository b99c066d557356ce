package io.bulkaction.internal.run;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Results as they are stored and sent, whatever JSON settings the application has. */
final class ResultJson {

    // why lenient: an older instance reads what a newer one has stored
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addMixIn(QueueName.class, TextId.class)
            .addMixIn(GroupId.class, TextId.class)
            .build();

    private ResultJson() {}

    static String write(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** As it will be read back: a tree made directly from the object has types that text does not have. */
    static JsonNode tree(Object value) {
        return read(write(value));
    }

    static JsonNode read(String json) {
        return MAPPER.readTree(json);
    }

    /** Ids are written as plain text. */
    private abstract static class TextId {
        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        TextId(String value) {}
    }
}
