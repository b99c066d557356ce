package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.internal.run.Tenants;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A tenant that is out of tokens or paused: nothing of it starts, its jobs keep their order, and nobody else waits. */
class TenantLimitsIT {

    private static final TenantId ACME = new TenantId("acme");

    private final TestQueue test = TestQueue.with(
            "backpressure.global-rps", "1000", "backpressure.rate-limit-burst", "1s", "fair-queue.alpha", "0");
    private final Tenants tenants = Tenants.of(test.queue());

    @AfterEach
    void theBooksAreRight() {
        Accounting.prove(test);
    }

    @Test
    void aTenantsTokensAreSharedByItsGroups() {
        enqueue("acme/a", 20);
        enqueue("acme/b", 20);
        enqueue("single", 3);
        tenants.limit(ACME, new GroupLimits(5.0, null));

        assertThat(started()).hasSize(8).filteredOn(id -> id.startsWith("acme")).containsExactlyInAnyOrder(
                "acme/a-0", "acme/b-0", "acme/a-1", "acme/b-1", "acme/a-2");
        assertThat(test.tenantMeta(ACME)).containsEntry("parked", "rate");
        assertThat(started()).isEmpty();
        test.advance(1000);
        assertThat(started()).containsExactlyInAnyOrder("acme/b-2", "acme/a-3", "acme/b-3", "acme/a-4", "acme/b-4");
    }

    @Test
    void aGroupKeepsToItsOwnRateAndItsTenants() {
        EnqueueBatch plain = TestQueue.batch("acme/a", null, true, ids("acme/a", 20));
        test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs()).with(new GroupLimits(2.0, null)));
        enqueue("acme/b", 20);
        tenants.limit(ACME, new GroupLimits(5.0, null));
        assertThat(started()).hasSize(5).filteredOn(id -> id.startsWith("acme/a")).hasSize(2);
    }

    @Test
    void whatIsInReadyWhenARateComesStartsInOrder() {
        enqueue("acme/a", 6);
        test.fetch(6);
        tenants.limit(ACME, new GroupLimits(2.0, null));
        List<String> order = new ArrayList<>();
        for (int second = 0; second < 5; second++) {
            order.addAll(started());
            test.advance(1000);
        }
        assertThat(order).isEqualTo(ids("acme/a", 6));
    }

    @Test
    void aHigherRateUnparksATenantAtOnce() {
        enqueue("acme/a", 6);
        tenants.limit(ACME, new GroupLimits(1.0, null));
        assertThat(started()).hasSize(1);
        assertThat(started()).isEmpty();
        assertThat(tenants.limit(ACME, new GroupLimits(0.0, null))).isPresent();
        assertThat(started()).hasSize(5);
    }

    @Test
    void aTenantRunsNoMoreJobsAtOnceThanItMay() {
        enqueue("acme/a", 10);
        enqueue("acme/b", 10);
        enqueue("single", 3);
        tenants.limit(ACME, new GroupLimits(null, 3));

        test.fetch(100);
        List<ClaimedJob> running = test.claim(100);

        assertThat(running).hasSize(6).filteredOn(job -> job.groupId().value().startsWith("acme")).hasSize(3);
        assertThat(test.tenantMeta(ACME)).containsEntry("parked", "concurrency").containsEntry("admitted", "3");
        assertThat(started()).isEmpty();
        List<ClaimedJob> acme =
                running.stream().filter(job -> job.groupId().value().startsWith("acme")).toList();
        test.complete(acme.subList(0, 2));
        assertThat(started()).as("as many as have ended").hasSize(2);
        test.retry(acme.get(2), Duration.ofHours(1));
        assertThat(started()).as("one that waits for its retry holds no slot").hasSize(1);
    }

    @Test
    void aTenantsConcurrencyCountsOverItsLevels() {
        test.enqueue("acme/high", PriorityLevel.HIGH, ids("acme/high", 5).toArray(String[]::new));
        enqueue("acme/normal", 5);
        tenants.limit(ACME, new GroupLimits(null, 7));
        assertThat(started()).hasSize(7).filteredOn(id -> id.startsWith("acme/normal")).hasSize(2);
        assertThat(started()).isEmpty();
    }

    @Test
    void aTenantAtItsConcurrencyGoesOnWhenItsLimitIsRaisedOrRemoved() {
        enqueue("acme/a", 9);
        tenants.limit(ACME, new GroupLimits(null, 2));
        assertThat(started()).hasSize(2);
        assertThat(tenants.limit(ACME, new GroupLimits(null, 5)).orElseThrow().limits().maxConcurrency()).isEqualTo(5);
        assertThat(started()).hasSize(3);
        tenants.limit(ACME, new GroupLimits(null, 0));
        assertThat(started()).hasSize(4);
    }

    @Test
    void aPauseOutlastsTheConcurrencyOfATenant() {
        enqueue("acme/a", 9);
        tenants.limit(ACME, new GroupLimits(null, 2));
        test.fetch(10);
        List<ClaimedJob> running = test.claim(10);
        tenants.pause(ACME, "asked", "anna");
        test.complete(running);
        assertThat(started()).isEmpty();
        tenants.resume(ACME);
        assertThat(started()).hasSize(2);
    }

    @Test
    void nothingOfAPausedTenantStartsAndNobodyElseWaits() {
        enqueue("acme/a", 4);
        enqueue("acme/b", 4);
        enqueue("single", 4);
        test.fetch(6);

        assertThat(tenants.pause(ACME, "asked", "anna").orElseThrow().changed()).isTrue();

        assertThat(started()).allMatch(id -> id.startsWith("single")).hasSize(4);
        enqueue("acme/c", 2);
        assertThat(started()).isEmpty();
        assertThat(test.ready()).as("does not stand in the way").isEmpty();
        assertThat(tenants.pause(ACME, "again", "bob").orElseThrow())
                .satisfies(pause -> assertThat(pause.changed()).isFalse())
                .satisfies(pause -> assertThat(pause.reason()).isEqualTo("asked"));

        assertThat(tenants.resume(ACME).orElseThrow().changed()).isTrue();
        assertThat(started()).containsExactlyInAnyOrderElementsOf(
                List.of("acme/a-0", "acme/a-1", "acme/a-2", "acme/a-3", "acme/b-0", "acme/b-1", "acme/b-2", "acme/b-3",
                        "acme/c-0", "acme/c-1"));
        assertThat(tenants.resume(ACME).orElseThrow().changed()).isFalse();
    }

    @Test
    void jobsKeepTheirOrderThroughAPauseThatEndsWhileSomeAreStillInReady() {
        enqueue("acme/a", 6);
        test.fetch(6);
        tenants.pause(ACME, "asked", "anna");
        assertThat(test.partition().ready().claim(2).jobs()).as("two come back").isEmpty();
        tenants.resume(ACME);
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            test.advance(20);
            order.addAll(started());
        }
        assertThat(order).isEqualTo(ids("acme/a", 6));
        assertThat(test.tenantMeta(ACME)).doesNotContainKey("draining");
    }

    @Test
    void jobsKeepTheirOrderAlsoIfClaimsAreUndoneAfterAPause() {
        enqueue("acme/a", 6);
        test.fetch(6);
        List<ClaimedJob> claimed = test.claim(3);
        tenants.pause(ACME, "asked", "anna");
        test.release(claimed.get(0), true);
        tenants.resume(ACME);
        test.release(claimed.get(1), false);
        test.release(claimed.get(2), false);
        assertThat(test.tenantMeta(ACME)).containsEntry("draining", "5");
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            test.advance(20);
            test.partition().ready().claim(2).jobs().forEach(job -> order.add(job.id().value()));
            order.addAll(started());
        }
        assertThat(order).isEqualTo(ids("acme/a", 6));
        assertThat(test.tenantMeta(ACME)).doesNotContainKey("draining");
    }

    @Test
    void jobsThatWereClaimedAheadComeBackDuringAPause() {
        enqueue("acme/a", 3);
        test.fetch(3);
        ClaimedJob ahead = test.claimOne();
        tenants.pause(ACME, "asked", "anna");
        test.release(ahead, false);
        assertThat(started()).isEmpty();
        assertThat(test.pending("acme/a")).isEqualTo(ids("acme/a", 3));
    }

    @Test
    void anAgreedRateDoesNotLapseWhenTheLastGroupIsForgotten() {
        enqueue("acme/a", 1);
        tenants.limit(ACME, new GroupLimits(1.0, null));

        forgetGroupsThatAreDone();

        assertThat(test.tenants()).containsExactly("acme/");
        Accounting.prove(test);
        enqueue("acme/b", 3);
        assertThat(started()).hasSize(1);
        tenants.limit(ACME, new GroupLimits(0.0, null));
        assertThat(started()).hasSize(2);
    }

    @Test
    void aTenantWithoutGroupsAndLimitsIsForgotten() {
        enqueue("acme/a", 1);
        tenants.limit(ACME, new GroupLimits(5.0, null));
        forgetGroupsThatAreDone();

        tenants.limit(ACME, new GroupLimits(0.0, null));

        assertThat(test.tenants()).isEmpty();
        assertThat(test.tenantMeta(ACME)).isEmpty();
        assertThat(tenants.limit(ACME, GroupLimits.KEEP)).isEmpty();
        assertThat(tenants.pause(ACME, "x", "y")).isEmpty();
        assertThat(tenants.resume(ACME)).isEmpty();
    }

    @Test
    void aTenantIsLimitedBeforeItsFirstSubmit() {
        assertThat(tenants.limit(ACME, new GroupLimits(null, 1)).orElseThrow().changed()).isTrue();
        Accounting.prove(test);

        test.enqueue("acme/a", "a1", "a2");
        test.fetch(10);

        assertThat(test.claim(10)).hasSize(1);
        Accounting.prove(test);
    }

    @Test
    void aTenantWithoutGroupsThatIsGivenNoLimitIsNotKept() {
        assertThat(tenants.limit(ACME, new GroupLimits(0.0, 0)).orElseThrow().changed()).isFalse();
        assertThat(test.tenants()).isEmpty();
        assertThat(test.tenantMeta(ACME)).isEmpty();
        Accounting.prove(test);
    }

    private void forgetGroupsThatAreDone() {
        test.fetch(10);
        test.complete(test.claim(10));
        test.advance(8 * 24 * 3_600_000L);
        CompletedJobs.of(test.queue()).expire(10);
        test.redis().read(commands -> commands.del(test.redis().keys().events())); // as if it was published
        new Verbs(test).forget(10);
    }

    private List<String> started() {
        test.fetch(100);
        return test.claim(100).stream().map(job -> job.id().value()).toList();
    }

    private void enqueue(String group, int jobs) {
        test.enqueue(group, ids(group, jobs).toArray(String[]::new));
    }

    private static List<String> ids(String group, int jobs) {
        return IntStream.range(0, jobs).mapToObj(i -> group + "-" + i).toList();
    }
}
