package io.bulkaction.internal.web.submit;

import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobRequest;
import io.bulkaction.Timing;
import io.bulkaction.internal.submit.CheckedJson;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads one job from a parser: an object with a payload and, optionally, a jobId; on a line of its own also a groupId. */
final class JobReader {

    static final String GROUP_ID = "groupId";
    static final String JOB_ID = "jobId";
    static final String PAYLOAD = "payload";
    static final String METADATA = "metadata";
    private static final String RUN_AT = "runAt";
    private static final String DELAY = "delay";
    private static final String EXPIRES_AT = "expiresAt";
    private static final String TTL = "ttl";

    static final List<String> FIELDS = List.of(JOB_ID, METADATA, PAYLOAD, RUN_AT, DELAY, EXPIRES_AT, TTL);
    static final List<String> GROUPED_FIELDS =
            Stream.concat(Stream.of(GROUP_ID), FIELDS.stream()).toList();

    /** How much a job may have besides its payload: ids and the names of the fields. */
    static final int MAX_BESIDE_PAYLOAD = 1024 + 6 * 2_000; // escaped metadata

    private JobReader() {}

    /** The text that the parser reads, by the offsets of the parser. */
    interface Text {

        String between(long start, long end);
    }

    /** A job that names its group. */
    record GroupedJob(String groupId, JobRequest job) {}

    /** @param parser at the first token of the job; afterwards at its last one */
    static JobRequest read(JsonParser parser, Text text) {
        return job(fields(parser, text, FIELDS));
    }

    static GroupedJob readGrouped(JsonParser parser, Text text) {
        Map<String, @Nullable String> fields = fields(parser, text, GROUPED_FIELDS);
        return new GroupedJob(required(fields, GROUP_ID), job(fields));
    }

    private static Map<String, @Nullable String> fields(JsonParser parser, Text text, List<String> known) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new InvalidSubmissionException("a job must be an object with " + String.join(", ", known));
        }
        Map<String, @Nullable String> fields = new HashMap<>();
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            JsonToken value = parser.nextToken();
            if (!known.contains(field)) {
                throw InvalidFieldException.unknown(field, known);
            }
            if (fields.containsKey(field)) {
                throw InvalidFieldException.twice(field);
            }
            fields.put(field, field.equals(PAYLOAD) || field.equals(METADATA) ? rawValue(parser, text)
                    : id(field, parser, value));
        }
        return fields;
    }

    private static JobRequest job(Map<String, @Nullable String> fields) {
        return new JobRequest(
                fields.get(JOB_ID), new CheckedJson(required(fields, PAYLOAD)),
                Timing.ofJob(Times.instant(RUN_AT, fields.get(RUN_AT)), Times.duration(DELAY, fields.get(DELAY)),
                        Times.instant(EXPIRES_AT, fields.get(EXPIRES_AT)), Times.duration(TTL, fields.get(TTL))),
                metadata(fields.get(METADATA)));
    }

    /** An object of texts. */
    static Map<String, String> metadata(@Nullable String json) {
        if (json == null || json.equals("null")) {
            return Map.of();
        }
        Map<String, String> metadata = new LinkedHashMap<>();
        JsonNode object = JsonMapper.shared().readTree(json);
        if (!object.isObject()) {
            throw InvalidFieldException.wrongType(METADATA);
        }
        object.properties().forEach(field -> {
            if (!field.getValue().isString()) {
                throw InvalidFieldException.wrongType(field.getKey()).in(METADATA);
            }
            metadata.put(field.getKey(), field.getValue().stringValue());
        });
        return metadata;
    }

    private static String required(Map<String, @Nullable String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw InvalidFieldException.required(name);
        }
        return value;
    }

    private static @Nullable String id(String field, JsonParser parser, JsonToken value) {
        if (!value.isScalarValue()) {
            throw InvalidFieldException.wrongType(field);
        }
        return value == JsonToken.VALUE_NULL ? null : parser.getString();
    }

    /** The value exactly as it was sent: numbers keep their digits and objects their order. */
    static String rawValue(JsonParser parser, Text text) {
        long start = parser.currentTokenLocation().getCharOffset();
        if (parser.currentToken().isScalarValue()) {
            parser.finishToken();
        } else {
            parser.skipChildren();
        }
        return text.between(start, parser.currentLocation().getCharOffset());
    }
}
