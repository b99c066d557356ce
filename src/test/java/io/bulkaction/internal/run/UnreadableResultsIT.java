package io.bulkaction.internal.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.GroupId;
import io.bulkaction.GroupResult;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.payload.PayloadCodecs;
import io.bulkaction.internal.settings.PayloadSettings;
import io.bulkaction.spi.PayloadCodecException;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** What jobs returned and an instance cannot read: damaged, or encrypted with a key that it does not have. */
class UnreadableResultsIT {

    private static final GroupId A = new GroupId("a");
    private static final ResultAggregators SUM =
            new ResultAggregators(List.of(new ResultAggregatorsTest.Sum("TEST")));

    private final TestQueue test = TestQueue.with();
    private final TestQueue encrypting = test.storing(codecs("k", new byte[32]));
    private final TestQueue withOtherKey = test.storing(codecs("other", new byte[32]));
    private final TestQueue withWrongKey =
            test.storing(codecs("k", "another key of the same id here.".getBytes(UTF_8)));

    @Test
    void aDamagedResultEndsTheRunWithAnAggregationError() {
        complete();

        assertThat(new Aggregator(withWrongKey.queue(), SUM).finalize(A)).isTrue();

        GroupResult result = result(withWrongKey);
        assertThat(result.status()).isEqualTo(GroupStatus.COMPLETED);
        assertThat(result.data().get("TEST").path("aggregationError").asString()).contains("was changed");
    }

    @Test
    void aRunWaitsForAKeyThatAnotherInstanceMayHaveAndThatOneEndsIt() {
        complete();

        assertThatThrownBy(() -> new Aggregator(withOtherKey.queue(), SUM).finalize(A))
                .isInstanceOf(PayloadCodecException.class);
        assertThat(Groups.of(test.queue()).state(A).orElseThrow().status()).isEqualTo(GroupStatus.AGGREGATING);

        assertThat(new Aggregator(encrypting.queue(), SUM).finalize(A)).isTrue();
        assertThat(result(encrypting).data().get("TEST").asInt()).isEqualTo(5);
    }

    @Test
    void aRunDoesNotWaitForAKeyForEver() {
        complete();
        test.advance(Duration.ofMinutes(11).toMillis());

        assertThat(new Aggregator(withOtherKey.queue(), SUM).finalize(A)).isTrue();

        assertThat(result(withOtherKey).data().get("TEST").path("aggregationError").asString())
                .contains("there is no key 'k'");
    }

    @Test
    void aPartialResultSaysWhatItCannotRead() {
        complete();

        assertThat(new Aggregator(withOtherKey.queue(), SUM).partial(A).orElseThrow().data().get("TEST")
                .path("aggregationError").asString()).contains("there is no key 'k'");
    }

    private void complete() {
        encrypting.enqueue("a", "1");
        encrypting.fetch(1);
        ClaimedJob job = encrypting.claimOne();
        encrypting.partition().inFlight()
                .complete(List.of(new InFlight.Success(job, Duration.ofMillis(5), "5", true)));
        assertThat(Groups.of(test.queue()).state(A).orElseThrow().status()).isEqualTo(GroupStatus.AGGREGATING);
    }

    /** As the instance that ended the run reads it: what it made of the results is encrypted, too. */
    private static GroupResult result(TestQueue ended) {
        Queues queues = new Queues(Map.of(ended.queue().name(), ended.queue()));
        return new GroupService(queues, SUM).result(ended.queue().name(), A).orElseThrow();
    }

    private static PayloadCodecs codecs(String id, byte[] key) {
        return PayloadCodecs.of(new PayloadSettings(
                new PayloadSettings.Encryption(id, Map.of(id, Base64.getEncoder().encodeToString(key))),
                new PayloadSettings.Compression(false, DataSize.ofKilobytes(1))), List.of());
    }
}
