package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.JobView;
import io.bulkaction.WaitReason;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs of a processor type of which an instance runs only so many at once. */
class FullTypesIT {

    private final TestQueue test = TestQueue.with("fair-queue.alpha", "0");
    /** How many more jobs of the type SLOW this instance may run. */
    private int spare;

    @AfterEach
    void accounts() {
        Accounting.prove(test);
    }

    @Test
    void aClaimTakesAsManyJobsOfATypeAsMayRunAndTheRestBlocksNobody() {
        enqueue("slow", "SLOW", 5);
        enqueue("quick", "TEST", 3);
        test.fetch(10);
        may(2);

        ReadyQueue.Claimed claimed = test.partition().ready().claim(10);
        List<ClaimedJob> jobs = new ArrayList<>(claimed.jobs());
        jobs.addAll(test.claim(10));

        assertThat(ids(jobs)).containsExactlyInAnyOrder("slow-0", "slow-1", "quick-0", "quick-1", "quick-2");
        assertThat(claimed.waitedFor()).containsExactly("SLOW");
        assertThat(test.pending("slow")).containsExactly("slow-2", "slow-3", "slow-4");
        assertThat(test.meta("slow")).containsEntry("parked", "full").containsEntry("missing", "SLOW")
                .doesNotContainKey("misses");
        JobView waiting = JobLookup.of(test.queue()).find(test.name("slow-2")).orElseThrow();
        assertThat(waiting.waitReason()).isEqualTo(WaitReason.CONCURRENCY);
    }

    @Test
    void whoMayRunMoreFetchesExactlySoMany() {
        enqueue("slow", "SLOW", 30);
        test.fetch(10);
        may(2);
        List<ClaimedJob> running = test.claim(10);

        int calls = 0;
        List<String> order = new ArrayList<>(ids(running));
        for (int round = 0; round < 20; round++) {
            test.complete(running);
            may(running.size());
            running = fetchFor(10);
            calls++;
            order.addAll(ids(running));
            assertThat(test.ready()).as("nothing is fetched that may not run").isEmpty();
        }

        assertThat(order).isEqualTo(IntStream.range(0, 30).mapToObj(i -> "slow-" + i).toList());
        assertThat(calls).isLessThanOrEqualTo(20);
        assertThat(test.meta("slow")).containsEntry("status", "COMPLETED");
    }

    @Test
    void groupsThatWaitForATypeTakeTurns() {
        List<String> groups = List.of("a", "b", "c", "acme/d", "acme/e");
        List<ClaimedJob> running = new ArrayList<>();
        for (String group : groups) {
            enqueue(group, "SLOW", 10);
            test.fetch(10);
            may(running.isEmpty() ? 1 : 0);
            running.addAll(test.claim(10));
            test.advance(1);
        }

        Map<String, Integer> started = new HashMap<>();
        for (int round = 0; round < 31; round++) {
            running.forEach(job -> started.merge(job.groupId().value(), 1, Integer::sum));
            test.complete(running);
            may(1);
            running = fetchFor(10);
            assertThat(running).hasSize(1);
            may(0);
            assertThat(test.claim(10)).as("what another fetch brought is left").isEmpty();
            test.advance(1);
        }

        assertThat(started.values()).hasSize(5).allSatisfy(count -> assertThat(count).isBetween(6, 7));
    }

    @Test
    void aGroupComesBackByItselfWhereNobodyFetchesForIt() {
        enqueue("slow", "SLOW", 2);
        test.fetch(10);
        may(0);
        assertThat(test.claim(10)).isEmpty();
        test.advance(999);
        assertThat(test.fetch(10).ready()).isZero();
        test.advance(1);
        TestQueue unlimited = test.seenWith();
        unlimited.fetch(10);
        assertThat(ids(unlimited.claim(10))).containsExactly("slow-0", "slow-1");
        assertThat(test.meta("slow")).doesNotContainKeys("parked", "missing");
    }

    @Test
    void aJobBehindOneThatMayNotRunDoesNotOvertakeIt() {
        enqueue("mixed", "SLOW", 1);
        enqueue("mixed", "TEST", "later");
        test.fetch(10);
        may(0);
        assertThat(test.claim(10)).isEmpty();
        assertThat(test.pending("mixed")).containsExactly("mixed-0", "later");
    }

    @Test
    void aCancelledGroupWaitsForNothing() {
        enqueue("slow", "SLOW", 3);
        test.fetch(10);
        may(0);
        test.claim(10);
        new Verbs(test).cancel("slow", 10, List.of());
        assertThat(test.meta("slow")).containsEntry("status", "CANCELLED");
        may(2);
        assertThat(fetchFor(10)).isEmpty();
    }

    @Test
    void aTypeThatAnotherInstanceKnowsIsNotCalledUnknown() {
        enqueue("new", "NEW", 1);
        test.queue().foreign().met("NEW");
        test.queue().foreign().fleetKnows(Set.of("NEW"));
        test.fetch(10);
        test.claim(10);
        assertThat(test.meta("new")).containsEntry("parked", "processor");
        assertThat(JobLookup.of(test.queue()).find(test.name("new-0")).orElseThrow().waitReason()).isNull();

        test.queue().foreign().fleetKnows(Set.of());
        test.advance(60_000);
        test.fetch(10);
        test.claim(10);
        assertThat(JobLookup.of(test.queue()).find(test.name("new-0")).orElseThrow().waitReason())
                .isEqualTo(WaitReason.UNKNOWN_PROCESSOR);
    }

    private void may(int run) {
        spare = run;
        test.queue().foreign().limitedBy(() -> "OTHER=3 SLOW=" + spare);
    }

    private List<ClaimedJob> fetchFor(int workers) {
        return test.partition().fairQueue().fetchFor(workers, true).join().claimed().jobs();
    }

    private void enqueue(String group, String type, int jobs) {
        enqueue(group, type, IntStream.range(0, jobs).mapToObj(i -> group + "-" + i).toArray(String[]::new));
    }

    /** Through the test's queue, which remembers their groups. */
    private void enqueue(String group, String type, String... ids) {
        test.enqueue(EnqueueBatch.of(new GroupId(group), type,
                List.of(ids).stream().map(id -> new EnqueueBatch.Entry(new JobId(id), "{}")).toList()));
    }

    private static List<String> ids(List<ClaimedJob> jobs) {
        return jobs.stream().map(job -> job.id().value()).toList();
    }
}
