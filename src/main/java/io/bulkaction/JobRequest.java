package io.bulkaction;

import org.jspecify.annotations.Nullable;

/**
 * One job to be submitted. The id and the payload are checked when the job is submitted.
 *
 * @param id idempotency key: within a group an id counts once. Null for a generated one
 * @param payload anything Jackson can write, or {@link Json} for text that is JSON already
 */
public record JobRequest(@Nullable String id, Object payload) {

    /**
     * A payload that is JSON text already. It is checked and then kept exactly as it is.
     *
     * @param text the JSON
     */
    public record Json(String text) {}

    /**
     * A job with an id of your own. Submit it again after an error as often as you like: it is added once.
     *
     * @param id idempotency key
     * @param payload anything Jackson can write
     * @return the job
     */
    public static JobRequest of(String id, Object payload) {
        return new JobRequest(id, payload);
    }

    /**
     * A job with a generated id. If it is submitted twice, it runs twice.
     *
     * @param payload anything Jackson can write
     * @return the job
     */
    public static JobRequest of(Object payload) {
        return new JobRequest(null, payload);
    }

    /**
     * A job whose payload is JSON text already.
     *
     * @param id idempotency key, or null for a generated one
     * @param json the payload; checked and then kept exactly as it is
     * @return the job
     */
    public static JobRequest json(@Nullable String id, String json) {
        return new JobRequest(id, new Json(json));
    }
}
