package io.bulkaction.submit;

import org.jspecify.annotations.Nullable;

/**
 * One job to be submitted.
 *
 * @param id idempotency key; null for a generated one
 * @param payload anything Jackson can write, or {@link Json} for text that is JSON already
 */
public record JobRequest(@Nullable String id, Object payload) {

    /**
     * Text that is JSON already and is kept as it is.
     *
     * @param checked whether a parser has seen it
     */
    public record Json(String text, boolean checked) {}

    public static JobRequest of(String id, Object payload) {
        return new JobRequest(id, payload);
    }

    /** With a generated id: the job cannot be told from another with the same payload, so do not send it twice. */
    public static JobRequest of(Object payload) {
        return new JobRequest(null, payload);
    }

    public static JobRequest json(@Nullable String id, String json) {
        return new JobRequest(id, new Json(json, false));
    }

    /** For text that comes from a JSON parser and need not be parsed again. */
    public static JobRequest checkedJson(@Nullable String id, String json) {
        return new JobRequest(id, new Json(json, true));
    }
}
