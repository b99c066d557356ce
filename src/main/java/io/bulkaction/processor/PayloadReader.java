package io.bulkaction.processor;

import io.bulkaction.job.Job;
import io.bulkaction.job.JobResult;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the payload of a job into a record. What cannot be read can never be read, so it is a permanent
 * {@value #BAD_PAYLOAD}; its message names the field and the rule but never quotes a value.
 *
 * <p>The record checks itself in its constructor with {@link IllegalArgumentException}s.
 */
public final class PayloadReader<T> {

    public static final String BAD_PAYLOAD = "BAD_PAYLOAD";

    /** What is done with a payload that could be read. */
    @FunctionalInterface
    public interface Step<T> {
        JobResult process(T payload) throws Exception;
    }

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    private final ObjectReader reader;

    private PayloadReader(ObjectReader reader) {
        this.reader = reader;
    }

    /** Refuses fields the record does not know: a misspelt option must not be ignored in silence. */
    public static <T> PayloadReader<T> strict(Class<T> type) {
        return new PayloadReader<>(
                MAPPER.readerFor(type).with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
    }

    /** Ignores fields the record does not know. */
    public static <T> PayloadReader<T> lenient(Class<T> type) {
        return new PayloadReader<>(
                MAPPER.readerFor(type).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
    }

    public JobResult with(Job job, Step<T> step) throws Exception {
        T payload;
        try {
            payload = reader.readValue(job.payload());
        } catch (JacksonException e) {
            return bad(PayloadProblem.explain(e));
        }
        // why: the JSON text "null" is read as null, whatever the type
        return payload == null ? bad("the payload is null") : step.process(payload);
    }

    /** For rules that only show when the payload is put to use. */
    public static JobResult bad(String message) {
        return JobResult.permanent(BAD_PAYLOAD, message);
    }
}
