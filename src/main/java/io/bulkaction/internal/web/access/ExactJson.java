package io.bulkaction.internal.web.access;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON whose numbers keep their digits, because what is written of it later must be what was meant. */
public final class ExactJson extends ValueDeserializer<JsonNode> {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** Of a document that goes on behind it. */
    private static final ObjectReader PART = MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    static JsonNode of(String text) {
        return MAPPER.readTree(text);
    }

    @Override
    public JsonNode deserialize(JsonParser parser, DeserializationContext context) {
        return PART.readTree(parser);
    }

    @Override
    public JsonNode getNullValue(DeserializationContext context) {
        return MAPPER.nullNode();
    }

    @Override
    public @Nullable JsonNode getAbsentValue(DeserializationContext context) {
        return null;
    }
}
