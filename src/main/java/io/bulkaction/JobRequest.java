package io.bulkaction;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One job to be submitted. The id and the payload are checked when the job is submitted.
 *
 * @param id idempotency key: within a group an id counts once. Null for a generated one
 * @param payload anything Jackson can write, or {@link Json} for text that is JSON already
 * @param timing when it may start
 * @param metadata short texts by name that go with the job, beside its payload; see {@link #with}
 */
public record JobRequest(@Nullable String id, Object payload, Timing timing, Map<String, String> metadata) {

    /** Keeps a copy of the metadata, in its order. */
    public JobRequest {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /**
     * A job that may start at once.
     *
     * @param id idempotency key, or null for a generated one
     * @param payload anything Jackson can write, or {@link Json}
     */
    public JobRequest(@Nullable String id, Object payload) {
        this(id, payload, Timing.NONE);
    }

    /**
     * A job without metadata.
     *
     * @param id idempotency key, or null for a generated one
     * @param payload anything Jackson can write, or {@link Json}
     * @param timing when it may start
     */
    public JobRequest(@Nullable String id, Object payload, Timing timing) {
        this(id, payload, timing, Map.of());
    }

    /**
     * The same job, not before a time.
     *
     * @param time when it may start; a time that is over means at once
     * @return a copy
     */
    public JobRequest runAt(Instant time) {
        return new JobRequest(id, payload, new Timing(time, null, timing.expiresAt(), timing.ttl()), metadata);
    }

    /**
     * The same job, some time after the submit.
     *
     * @param delay how long it waits
     * @return a copy
     */
    public JobRequest delay(Duration delay) {
        return new JobRequest(id, payload, new Timing(null, delay, timing.expiresAt(), timing.ttl()), metadata);
    }

    /**
     * The same job, never after a time.
     *
     * @param time when it must have started; otherwise it is {@link JobStatus#EXPIRED}
     * @return a copy
     */
    public JobRequest expiresAt(Instant time) {
        return new JobRequest(id, payload, new Timing(timing.startAt(), timing.delay(), time, null), metadata);
    }

    /**
     * The same job, never longer after the submit.
     *
     * @param ttl how long it may wait
     * @return a copy
     */
    public JobRequest ttl(Duration ttl) {
        return new JobRequest(id, payload, new Timing(timing.startAt(), timing.delay(), null, ttl), metadata);
    }

    /**
     * The same job with one more piece of metadata: what interceptors ({@code JobInterceptor}) and processors need to know and
     * what is no part of the work, such as a tenant or a correlation id. It is in {@link Job#metadata()}.
     *
     * @param name 1 to 64 of {@code A-Z a-z 0-9 . _ -}
     * @param value a text; at most 20 names, and 2,000 characters of names and values together
     * @return another request; for a name that it has already, the new value
     */
    public JobRequest with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(metadata);
        more.put(name, value);
        return new JobRequest(id, payload, timing, more);
    }

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
