package io.bulkaction.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionRequest.Target;
import io.bulkaction.JobId;
import io.bulkaction.JobRequest;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.settings.PayloadSettings;
import io.bulkaction.internal.submit.CheckedRequest;
import io.bulkaction.spi.PayloadCodecException;
import io.bulkaction.testing.Samples;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

class StoredRequestTest {

    private static final Instant SUBMITTED = Instant.parse("2030-01-01T00:00:00Z");

    @ParameterizedTest
    @ValueSource(strings = {"delay,ttl", "startAt,expiresAt"})
    void everyFieldComesBack(String absent) {
        CheckedRequest request = request(Samples.without(absent.split(",")));

        String json = StoredRequest.write(request, PayloadCodecs.NONE);

        assertThat(StoredRequest.read(json, PayloadCodecs.NONE)).isEqualTo(request);
    }

    @Test
    void whatIsNotGivenIsNotWritten() {
        Target bare = BulkActionRequest.to("q", "g").processor("TEST").target();
        CheckedRequest request = new CheckedRequest(
                bare, List.of(new EnqueueBatch.Entry(new JobId("j"), "1")), false, null, SUBMITTED);

        String json = StoredRequest.write(request, PayloadCodecs.NONE);

        assertThat(json).doesNotContain("null", "labels", "trace");
        assertThat(StoredRequest.read(json, PayloadCodecs.NONE)).isEqualTo(request);
    }

    /** The table had them in plain text. */
    @Test
    void payloadsAreStoredAsRedisHasThem() {
        CheckedRequest request = request(Samples.without("delay", "ttl"));
        PayloadCodecs codecs = encrypting("k1");

        String json = StoredRequest.write(request, codecs);

        assertThat(json).doesNotContain(request.jobs().getFirst().payload()).contains("~aes-gcm=k1:");
        assertThat(StoredRequest.read(json, codecs)).isEqualTo(request);
        assertThatThrownBy(() -> StoredRequest.read(json, encrypting("k2")))
                .isInstanceOf(PayloadCodecException.class);
    }

    /** An older version would send it without what it does not know. */
    @Test
    void whatANewerVersionHasWrittenIsNotRead() {
        String json = StoredRequest.write(request(Samples.without("delay", "ttl")), PayloadCodecs.NONE);

        assertThatThrownBy(() -> StoredRequest.read(
                json.replace("\"sealed\":", "\"novelty\":1,\"sealed\":"), PayloadCodecs.NONE))
                .hasMessageContaining("novelty");
    }

    private static CheckedRequest request(Samples samples) {
        JobRequest job = samples.of(JobRequest.class);
        EnqueueBatch.Entry entry =
                EnqueueBatch.Entry.of(new JobId("j"), "{\"to\":\"kim\"}", job.timing(), job.metadata());
        return new CheckedRequest(samples.of(Target.class), List.of(entry), true, "trace", SUBMITTED);
    }

    static PayloadCodecs encrypting(String key) {
        return PayloadCodecs.of(new PayloadSettings(
                new PayloadSettings.Encryption(key, Map.of(key, Base64.getEncoder().encodeToString(new byte[16]))),
                new PayloadSettings.Compression(false, DataSize.ofKilobytes(1))), List.of());
    }
}
