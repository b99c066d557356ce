package io.bulkaction.server.web.submit;

import io.bulkaction.InvalidSubmissionException;
import io.bulkaction.JobRequest;
import io.bulkaction.internal.submit.CheckedJson;
import io.bulkaction.server.web.problem.InvalidFieldException;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Reads one job from a parser: an object with a payload and, optionally, a jobId. */
final class JobReader {

    static final String JOB_ID = "jobId";
    static final String PAYLOAD = "payload";

    /** How much a job may have besides its payload: the id and the names of the fields. */
    static final int MAX_BESIDE_PAYLOAD = 1024;

    private JobReader() {}

    /** The text that the parser reads, by the offsets of the parser. */
    interface Text {

        String between(long start, long end);
    }

    /** @param parser at the first token of the job; afterwards at its last one */
    static JobRequest read(JsonParser parser, Text text) {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new InvalidSubmissionException("a job must be an object with jobId and payload");
        }
        String id = null;
        String payload = null;
        boolean idSeen = false;
        for (String field = parser.nextName(); field != null; field = parser.nextName()) {
            JsonToken value = parser.nextToken();
            switch (field) {
                case JOB_ID -> {
                    requireFirst(!idSeen, JOB_ID);
                    idSeen = true;
                    id = value == JsonToken.VALUE_NULL ? null : id(parser, value);
                }
                case PAYLOAD -> {
                    requireFirst(payload == null, PAYLOAD);
                    payload = rawValue(parser, text);
                }
                default -> throw InvalidFieldException.unknown(field, List.of(JOB_ID, PAYLOAD));
            }
        }
        if (payload == null) {
            throw InvalidFieldException.required(PAYLOAD);
        }
        return new JobRequest(id, new CheckedJson(payload));
    }

    private static void requireFirst(boolean first, String field) {
        if (!first) {
            throw InvalidFieldException.twice(field);
        }
    }

    private static String id(JsonParser parser, JsonToken value) {
        if (!value.isScalarValue()) {
            throw InvalidFieldException.wrongType(JOB_ID);
        }
        return parser.getString();
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
