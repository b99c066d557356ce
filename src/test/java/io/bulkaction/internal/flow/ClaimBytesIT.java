package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.Timing;
import io.bulkaction.internal.flow.ReadyQueue.Claimed;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A claim reads and returns a bounded number of bytes, whatever payloads lie in Ready and in which order. */
class ClaimBytesIT {

    private static final int LIMIT = 500_000;
    private static final int LARGEST = 256 * 1024;
    private static final String LARGE = "\"" + "p".repeat(LARGEST - 2) + "\"";

    private final TestQueue test = TestQueue.with();
    private final ReadyQueue ready = test.partition().ready();

    @Test
    void aClaimThatComesUponLargePayloadsAfterManySmallOnesEndsAtTheFirstThatIsTooMuch() {
        List<String> order = new ArrayList<>();
        order.addAll(enqueue("small", 93, "{}"));
        test.fetch(1_000);
        order.addAll(enqueue("large", 50, LARGE));
        test.fetch(1_000);
        List<String> claimed = new ArrayList<>();

        List<Claimed> calls = claimAll(claimed);

        assertThat(calls).allSatisfy(call -> assertThat(bytes(call)).isLessThanOrEqualTo(LIMIT + LARGEST));
        assertThat(calls.getFirst().jobs()).as("small ones and what fits with them").hasSize(93 + 2);
        assertThat(calls.getFirst().left()).isEqualTo(48);
        assertThat(claimed).as("what was too much went back to the front").containsExactlyElementsOf(order);
        Accounting.prove(test);
    }

    @Test
    void largeJobsThatWereGivenBackUnstartedKeepTheirOrder() {
        List<String> order = enqueue("large", 14, LARGE);
        test.fetch(1_000);
        List<ClaimedJob> given = test.claim(14);
        while (given.size() < 14) {
            given = Stream.concat(given.stream(), test.claim(14).stream()).toList();
        }
        given.forEach(job -> test.release(job, false));
        List<String> claimed = new ArrayList<>();

        claimAll(claimed);

        assertThat(claimed).containsExactlyElementsOf(order);
        Accounting.prove(test);
    }

    @Test
    void aFetchThatClaimsIsBoundedByTheBytesOfItsJobsToo() {
        enqueue("small", 93, "{}");
        enqueue("large", 50, LARGE);

        Claimed claimed = test.partition().fairQueue().fetchLater(1_000, 1_000_000, 400, true).join().claimed();

        assertThat(bytes(claimed)).isBetween((long) LIMIT, (long) LIMIT + LARGEST);
        assertThat(claimed.left()).isEqualTo(test.ready().size()).isPositive();
        assertThat(test.contents()).as("somebody is woken for the rest").containsKey("wake:worker");
        Accounting.prove(test);
    }

    @Test
    void metadataCountsLikePayloads() {
        Map<String, String> metadata = Map.of("note", "m".repeat(6_000));
        for (int from = 0; from < 400; from += 100) {
            test.enqueue(EnqueueBatch.of(new GroupId("a"), "TEST", IntStream.range(from, from + 100)
                    .mapToObj(i -> EnqueueBatch.Entry.of(new JobId("j" + i), "{}", Timing.NONE, metadata)).toList()));
        }
        test.fetch(1_000);

        Claimed claimed = ready.claim(400);

        assertThat(claimed.jobs()).hasSizeBetween(LIMIT / 6_100, LIMIT / 6_000 + 1);
        assertThat(test.claim(400)).hasSize(400 - claimed.jobs().size());
        Accounting.prove(test);
    }

    @Test
    void thePayloadsOfCancelledJobsAreCountedThoughTheyAreNotReturned() {
        enqueue("large", 20, LARGE);
        test.fetch(100);
        new Verbs(test).cancel("large", 1, List.of());
        int waiting = test.ready().size();

        Claimed claimed = ready.claim(100);

        assertThat(claimed.jobs()).isEmpty();
        assertThat(claimed.left()).as("two payloads were read").isEqualTo(waiting - 2);
        assertThat(test.claim(100)).isEmpty();
        assertThat(test.meta("large")).containsEntry("cancelledCount", "20");
        Accounting.prove(test);
    }

    /** At most as often as there are jobs; what is claimed is added to the list in order. */
    private List<Claimed> claimAll(List<String> ids) {
        List<Claimed> calls = new ArrayList<>();
        do {
            calls.add(ready.claim(400));
            calls.getLast().jobs().forEach(claimed -> ids.add(claimed.job().id().value()));
        } while (calls.getLast().left() > 0);
        return calls;
    }

    /** One call per job, as a batch of them would be larger than a submitter may send. */
    private List<String> enqueue(String group, int count, String payload) {
        List<String> ids = IntStream.range(0, count).mapToObj(i -> group + "-" + i).toList();
        ids.forEach(id -> test.enqueue(
                EnqueueBatch.of(new GroupId(group), "TEST", List.of(new EnqueueBatch.Entry(new JobId(id), payload)))));
        return ids;
    }

    private static long bytes(Claimed claimed) {
        return claimed.jobs().stream().mapToLong(each -> each.job().payload().length()).sum();
    }
}
