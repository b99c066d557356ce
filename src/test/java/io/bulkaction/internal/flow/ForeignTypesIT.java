package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs of a processor type that the instance does not know. */
class ForeignTypesIT {

    private final TestQueue test = TestQueue.with();

    @AfterEach
    void accounts() {
        Accounting.prove(test);
    }

    @Test
    void aJobOfAForeignTypeGoesBackToItsGroupAndBlocksNobody() {
        enqueue("new", "NEW", "n-1", "n-2");
        test.enqueue("old", "o-1", "o-2");
        test.fetch(10);
        test.queue().foreign().met("NEW");

        List<ClaimedJob> claimed = test.claim(10);

        assertThat(claimed).extracting(job -> job.id().value()).containsExactly("o-1", "o-2");
        assertThat(test.pending("new")).containsExactly("n-1", "n-2");
        assertThat(test.meta("new")).containsEntry("parked", "processor").containsEntry("missing", "NEW");
        assertThat(test.job("n-1")).doesNotContainKeys("attempts", "retryCount");
    }

    @Test
    void theGroupWaitsLongerEachTimeUntilSomebodyKnowsTheType() {
        enqueue("new", "NEW", "n-1");
        test.queue().foreign().met("NEW");
        TestQueue other = test.seenWith();

        for (int wait : List.of(50, 100, 200)) {
            test.fetch(10);
            assertThat(test.claim(10)).isEmpty();
            test.advance(wait - 1);
            assertThat(test.fetch(10).ready()).isZero();
            test.advance(1);
        }
        other.fetch(10);
        assertThat(other.claim(10)).extracting(job -> job.job().attempt()).containsExactly(1);
        assertThat(test.meta("new")).doesNotContainKeys("misses", "missing");
    }

    @Test
    void aClaimInTheStepOfAFetchLeavesForeignTypesToTheNextClaim() {
        test.queue().foreign().met("NEW");
        test.enqueue("old", "o-1");
        enqueue("new", "NEW", "n-1", "n-2");

        List<ClaimedJob> claimed =
                test.partition().fairQueue().fetchLater(10, 100, 10, false).join().claimed().jobs();

        assertThat(claimed).extracting(job -> job.id().value()).containsExactly("o-1");
        assertThat(test.ready()).containsExactly("n-1", "n-2");
    }

    @Test
    void whatNobodyKnowsForLongIsGivenAwayToFail() {
        enqueue("new", "NEW", "n-1");
        test.queue().foreign().met("NEW");
        long end = test.now() + Duration.ofMinutes(59).toMillis();
        while (test.now() < end) {
            test.fetch(10);
            assertThat(test.claim(10)).isEmpty();
            test.advance(30_000);
        }

        test.advance(Duration.ofMinutes(1).toMillis());
        test.fetch(10);
        long asked = System.nanoTime();
        assertThat(test.claim(10)).hasSize(1);
        assertThat(test.queue().foreign().hasFailed("NEW", asked)).isTrue();
    }

    @Test
    void whatSomebodyElseKnowsNeverFails() {
        enqueue("new", "NEW", "n-1");
        test.queue().foreign().met("NEW");
        test.queue().foreign().fleetKnows(Set.of("NEW"));
        for (int minute = 0; minute < 90; minute++) {
            test.fetch(10);
            assertThat(test.claim(10)).isEmpty();
            test.advance(60_000);
        }
        assertThat(test.hash(test.redis().keys().unknownTypes())).isEmpty();
    }

    @Test
    void anInstanceThatAnnouncesATypeEndsTheSearchForIt() {
        enqueue("new", "NEW", "n-1");
        test.queue().foreign().met("NEW");
        test.fetch(10);
        test.claim(10);
        assertThat(test.hash(test.redis().keys().unknownTypes())).isEqualTo(
                Map.of("NEW", test.now() + " " + test.now()));

        test.partition().instances()
                .beat(new Instance.Info("i", 1, "1", "h", Instant.EPOCH, List.of("NEW", "OLD")));

        assertThat(test.hash(test.redis().keys().unknownTypes())).isEmpty();
        assertThat(test.partition().instances().look().types()).containsExactlyInAnyOrder("NEW", "OLD");
        assertThat(test.partition().instances().announcedTypes()).containsExactlyInAnyOrder("NEW", "OLD");
    }

    @Test
    void aGroupOfATenantAndOneWithALimitWaitToo() {
        enqueue("acme/new", "NEW", "t-1");
        enqueue("limited", "NEW", "l-1", "l-2");
        Groups.of(test.queue())
                .limit(new GroupId("limited"), new GroupLimits(null, 1));
        test.queue().foreign().met("NEW");
        test.fetch(10);
        assertThat(test.claim(10)).isEmpty();
        assertThat(test.meta("limited")).containsEntry("parked", "processor");
        assertThat(test.meta("acme/new")).containsEntry("parked", "processor");
        test.advance(1_000);
        test.seenWith().fetch(10);
        assertThat(test.seenWith().claim(10)).extracting(job -> job.id().value())
                .containsExactlyInAnyOrder("t-1", "l-1");
    }

    private void enqueue(String group, String type, String... ids) {
        test.enqueue(EnqueueBatch.of(new GroupId(group), type,
                Stream.of(ids).map(id -> new EnqueueBatch.Entry(new JobId(id), "{}")).toList()));
    }
}
