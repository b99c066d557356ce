package io.bulkaction.internal.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionStream;
import io.bulkaction.JobRequest;
import io.bulkaction.RedisUnavailableException;
import io.bulkaction.Submission;
import io.bulkaction.internal.flow.GroupOwner;
import io.bulkaction.internal.flow.Quota;
import io.bulkaction.internal.flow.Submitter;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks that Redis refuses at first: the group has an owner, or a quota, that the sender did not know of. */
class RefusedChunksIT {

    private final String account = "acme " + UUID.randomUUID();

    /** As after a token was replaced by another one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStreamIntoTheGroupOfAnEarlierTokenKeepsItsOrder(boolean hasQuota) throws Exception {
        SubmittingProcess one = SubmittingProcess.of(TestQueue.live());
        one.submit(by("old", null), "a", 1);

        Submission done = stream(one, by(account, hasQuota ? new Quota(5_000L, null, null, null) : null), 4_000);

        assertThat(done.accepted()).isEqualTo(4_000);
        assertThat(one.test().pending("a").subList(1, 4_001))
                .containsExactlyElementsOf(IntStream.range(0, 4_000).mapToObj(i -> "job-" + i).toList());
        Accounting.prove(one.test());
    }

    @Test
    void aReservationThatIsOverDoesNotCountBesideTheOneThatReplacesIt() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start()) {
            AtomicInteger slow = new AtomicInteger(1);
            SubmittingProcess one = slowFrom(redis, slow);

            assertThat(one.submit(by(account, new Quota(10L, null, 1L, null)), "a", 8).accepted()).isEqualTo(8);

            assertThat(slow.get()).isNegative();
        }
    }

    @Test
    void whoIsTooSlowForEveryReservationIsToldToTryAgain() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start()) {
            SubmittingProcess one = slowFrom(redis, new AtomicInteger(1_000));

            assertThatThrownBy(() -> one.submit(by(account, new Quota(10L, null, null, null)), "a", 2))
                    .isInstanceOf(RedisUnavailableException.class);
        }
    }

    /** Where so much time passes between a reservation and its jobs that it is over, so many times. */
    private static SubmittingProcess slowFrom(PrivateRedis redis, AtomicInteger times) {
        AtomicReference<TestQueue> queue = new AtomicReference<>();
        queue.set(TestQueue.watched(redis, script -> {
            if (script == Script.RESERVE && times.getAndDecrement() > 0) {
                queue.get().advance(Duration.ofSeconds(16).toMillis());
            }
        }));
        return SubmittingProcess.of(queue.get());
    }

    private static Submission stream(SubmittingProcess one, Submitter by, int jobs) throws IOException {
        return by.call(() -> {
            BulkActionStream stream = one.service().open(
                    BulkActionRequest.to(one.test().queue().name().value(), "a").processor("TEST").target());
            for (int i = 0; i < jobs; i++) {
                stream.add(JobRequest.of("job-" + i, QuotaIT.PAYLOAD));
            }
            return stream.closeUnsealed();
        });
    }

    private static Submitter by(String name, Quota quota) {
        return new Submitter(new GroupOwner(name, "acme/*"), (group, owner) -> true, quota);
    }
}
