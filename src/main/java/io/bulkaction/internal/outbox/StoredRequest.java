package io.bulkaction.internal.outbox;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.bulkaction.BulkActionRequest.Target;
import io.bulkaction.JobId;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.submit.CheckedRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request as a row of the table has it, in JSON: the whole target as it is, and jobs as they go to Redis, so that nothing is
 * forgotten. Payloads are encoded as they are in Redis.
 *
 * @param at milliseconds
 */
record StoredRequest(Target target, boolean sealed, @Nullable String trace, long at, List<StoredJob> jobs) {

    /** Why it fails on unknown fields: what a newer version has written, an older one must leave to it. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultVisibility(visible -> visible.withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE).withFieldVisibility(Visibility.ANY))
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** @param more see {@link EnqueueBatch.Entry#more()} */
    record StoredJob(String id, String payload, String more) {}

    static String write(CheckedRequest request, PayloadCodecs payloads) {
        return JSON.writeValueAsString(new StoredRequest(
                request.target(), request.sealed(), request.trace(), request.at().toEpochMilli(),
                request.jobs().stream()
                        .map(job -> new StoredJob(
                                job.id().value(), Objects.requireNonNull(payloads.encode(job.payload())), job.more()))
                        .toList()));
    }

    /** @throws io.bulkaction.spi.PayloadCodecException if a payload cannot be decoded */
    static CheckedRequest read(String json, PayloadCodecs payloads) {
        StoredRequest stored = JSON.readValue(json, StoredRequest.class);
        return new CheckedRequest(
                stored.target(),
                stored.jobs().stream()
                        .map(job -> new EnqueueBatch.Entry(
                                new JobId(job.id()), payloads.decode(job.payload()), job.more()))
                        .toList(),
                stored.sealed(), stored.trace(), Instant.ofEpochMilli(stored.at()));
    }
}
