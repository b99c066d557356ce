package io.bulkaction.internal.web.submit;

import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobRequest;
import io.bulkaction.internal.submit.CheckedJson;
import io.bulkaction.internal.web.problem.InvalidFieldException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads one job from a parser: an object with a payload and, optionally, a jobId; on a line of its own also a groupId. */
final class JobReader {

    static final String GROUP_ID = "groupId";
    static final String JOB_ID = "jobId";
    static final String PAYLOAD = "payload";

    /** How much a job may have besides its payload: ids and the names of the fields. */
    static final int MAX_BESIDE_PAYLOAD = 1024;

    private JobReader() {}

    /** The text that the parser reads, by the offsets of the parser. */
    interface Text {

        String between(long start, long end);
    }

    /** A job that names its group. */
    record GroupedJob(String groupId, JobRequest job) {}

    /** @param parser at the first token of the job; afterwards at its last one */
    static JobRequest read(JsonParser parser, Text text) {
        return job(fields(parser, text, List.of(JOB_ID, PAYLOAD)));
    }

    static GroupedJob readGrouped(JsonParser parser, Text text) {
        Map<String, @Nullable String> fields = fields(parser, text, List.of(GROUP_ID, JOB_ID, PAYLOAD));
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
            fields.put(field, field.equals(PAYLOAD) ? rawValue(parser, text) : id(field, parser, value));
        }
        return fields;
    }

    private static JobRequest job(Map<String, @Nullable String> fields) {
        return new JobRequest(fields.get(JOB_ID), new CheckedJson(required(fields, PAYLOAD)));
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
    private static String rawValue(JsonParser parser, Text text) {
        long start = parser.currentTokenLocation().getCharOffset();
        if (parser.currentToken().isScalarValue()) {
            parser.finishToken();
        } else {
            parser.skipChildren();
        }
        return text.between(start, parser.currentLocation().getCharOffset());
    }
}
