package io.bulkaction;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the payload of a job into a record. A payload that cannot be read now can never be read, so it is a permanent failure
 * with the code {@value #BAD_PAYLOAD}. The message names the field and the rule but never quotes a value, because payloads
 * carry addresses, passwords and worse.
 *
 * <p>Fields that are doubled, fractions where a whole number belongs, and numbers where a word belongs are refused. Words
 * that stand for enum constants may be in any case. A record that wants more checks itself in its constructor: the message
 * of an {@link IllegalArgumentException} or a {@link BulkActionException} thrown there becomes the message of the failure.
 *
 * <p>Safe for use by many threads; keep one in a field of the processor, as the example of {@link JobProcessor} does.
 *
 * @param <T> the record
 */
public final class PayloadReader<T> {

    /** The error code of a payload that cannot be read. */
    public static final String BAD_PAYLOAD = "BAD_PAYLOAD";

    /**
     * What is done with a payload that could be read.
     *
     * @param <T> the record
     */
    @FunctionalInterface
    public interface Step<T> {

        /**
         * Runs the job.
         *
         * @param payload the payload, never null
         * @return what came of it
         * @throws Exception as {@link JobProcessor#process} may
         */
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

    /**
     * A reader that refuses fields the record does not have: a misspelt option must not be ignored in silence. Fields are
     * called as the components of the record.
     *
     * @param type the record
     * @param <T> the record
     * @return the reader
     */
    public static <T> PayloadReader<T> strict(Class<T> type) {
        return new PayloadReader<>(
                MAPPER.readerFor(type).with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
    }

    /**
     * A reader that ignores fields the record does not have. Fields are called as the components of the record.
     *
     * @param type the record
     * @param <T> the record
     * @return the reader
     */
    public static <T> PayloadReader<T> lenient(Class<T> type) {
        return new PayloadReader<>(
                MAPPER.readerFor(type).without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
    }

    /**
     * A reader of your own, which decides what is accepted. An application whose {@code JsonMapper} writes other names than those
     * of the record's components, such as {@code snake_case}, reads its payloads with it too:
     *
     * {@snippet class="com.example.parcels.ParcelProcessor" region="processor"}
     *
     * @param reader reads the type
     * @param <T> the type
     * @return the reader
     */
    public static <T> PayloadReader<T> using(ObjectReader reader) {
        return new PayloadReader<>(reader);
    }

    /**
     * Reads the payload of a job and runs a step with it.
     *
     * @param job the job
     * @param step what to do with the payload
     * @return what the step returned, or a permanent {@value #BAD_PAYLOAD} when the payload cannot be read
     * @throws Exception what the step threw
     */
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

    /**
     * A permanent {@value #BAD_PAYLOAD}, for rules that only show when the payload is put to use.
     *
     * @param message names the field and the rule, without the value
     * @return the failure
     */
    public static JobResult bad(String message) {
        return JobResult.permanent(BAD_PAYLOAD, message);
    }
}
