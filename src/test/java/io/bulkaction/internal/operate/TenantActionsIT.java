package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.Cancellation;
import io.bulkaction.GroupLimits;
import io.bulkaction.GroupStatus;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.TenantId;
import io.bulkaction.TenantProgress;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.AuditEntry;
import io.bulkaction.internal.run.GroupService;
import io.bulkaction.internal.run.ResultAggregators;
import io.bulkaction.internal.run.TenantService;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an administrator sees of a tenant and does to it. */
class TenantActionsIT {

    private static final Actor ANNA = new Actor("anna", "10.0.0.7");
    private static final TenantId ACME = new TenantId("acme");

    private final Office office = Office.with("backpressure.global-rps", "100", "fair-queue.weights[acme]", "4");
    private final TestQueue test = office.test();
    private final QueueName queue = test.redis().name();
    private final GroupService groups = new GroupService(office.queues(), new ResultAggregators(List.of()));
    private final TenantService tenants = new TenantService(office.queues(), groups);
    private final TenantActions actions = new TenantActions(office.queues(), tenants, office.audit());

    @Test
    void progressIsTheSumOfTheGroups() {
        test.enqueue("acme/a", "a1", "a2", "a3");
        test.enqueue("acme/b", PriorityLevel.HIGH, "b1");
        test.enqueue("acme", "not-of-the-tenant");
        test.fetch(2);
        test.complete(test.claim(1));

        TenantProgress progress = tenants.progress(queue, ACME).orElseThrow();

        assertThat(progress.tenant()).isEqualTo(ACME);
        assertThat(progress.groups()).isEqualTo(Map.of(GroupStatus.DISPATCHED, 1, GroupStatus.COMPLETED, 1));
        assertThat(progress).extracting(
                TenantProgress::totalJobs, TenantProgress::doneJobs, TenantProgress::successCount,
                TenantProgress::pending, TenantProgress::ready, TenantProgress::inFlight, TenantProgress::percent)
                .containsExactly(4L, 1L, 1L, 2L, 1L, 0L, 25.0);
        assertThat(progress.pausedAt()).isNull();
        actions.pause(queue, ACME, "asked to", ANNA);
        assertThat(tenants.progress(queue, ACME).orElseThrow().pauseReason()).isEqualTo("asked to");
        assertThat(tenants.progress(queue, ACME).orElseThrow().pausedBy()).isEqualTo("anna");
        assertThat(tenants.progress(queue, new TenantId("nobody"))).isEmpty();
    }

    @Test
    void groupsThatWaitAreListedAsGroupsWithThoseOfATenantWhereItStands() {
        test.enqueue("first", "f1");
        test.enqueue("acme/a", "a1");
        test.enqueue("last", "l1");
        test.enqueue("acme/b", "b1");
        assertThat(waiting(1, 10)).containsExactly("first", "acme/a", "acme/b", "last");
        assertThat(waiting(1, 2)).containsExactly("first", "acme/a");
        assertThat(waiting(2, 2)).containsExactly("acme/b", "last");
        assertThat(waiting(3, 2)).isEmpty();
        assertThat(groups.waiting(queue, PriorityLevel.NORMAL, 1, 2).total()).isEqualTo(4);
    }

    @Test
    void cancelEndsTheRunsOfAllGroupsOfTheTenantAndNoOthers() {
        test.enqueue("acme/a", "a1", "a2", "a3");
        test.enqueue("acme/b", "b1");
        test.enqueue("acme", "c1");
        test.enqueue("acmes/x", "x1");

        Cancellation done = actions.cancel(queue, ACME, "contract ended", ANNA);

        assertThat(done).isEqualTo(new Cancellation(true, 4, 0));
        assertThat(test.meta("acme/a")).containsEntry("outcome", "CANCELLED");
        assertThat(test.meta("acme/b")).containsEntry("outcome", "CANCELLED");
        assertThat(test.meta("acme")).containsEntry("status", "CREATED");
        assertThat(test.meta("acmes/x")).containsEntry("status", "CREATED");
        assertThat(actions.cancel(queue, ACME, "again", ANNA).changed()).isFalse();
        Accounting.prove(test);
    }

    @Test
    void everyActionIsInTheAuditTrail() {
        test.enqueue("acme/a", "a1");
        assertThat(actions.limits(queue, ACME)).as("of the settings").isEqualTo(new GroupLimits(0.0, 0, 4.0));
        actions.limit(queue, ACME, new GroupLimits(5.0, 7, 2.0), false, ANNA);
        assertThat(actions.limits(queue, ACME)).isEqualTo(new GroupLimits(5.0, 7, 2.0));
        assertThat(actions.limit(queue, ACME, new GroupLimits(5.0, 7, 2.0), false, ANNA).changed()).isFalse();
        actions.pause(queue, ACME, null, ANNA);
        actions.resume(queue, ACME, ANNA);
        actions.cancel(queue, ACME, "done with it", ANNA);

        List<AuditEntry> trail = office.audit().page(queue, null, null, 10).entries().reversed();
        assertThat(trail).extracting(entry -> entry.action() + ": " + entry.subject() + ": " + entry.detail())
                .containsExactly(
                        "limit tenant: acme: maxRps 5.0, maxConcurrency 7, weight 2.0",
                        "pause tenant: acme: MANUAL_PAUSE",
                        "resume tenant: acme: ",
                        "cancel tenant: acme: 1 cancelled, 0 running: done with it");
        assertThat(trail).extracting(AuditEntry::who).containsOnly("anna");
    }

    @Test
    void whoIsKeptToTheGroupsOfTheTenantOnlyLowersWhatOthersHaveSet() {
        test.enqueue("acme/a", "a1");
        actions.limit(queue, ACME, new GroupLimits(5.0, 7, null, "nights"), false, ANNA);

        for (GroupLimits more : List.of(
                new GroupLimits(0.0, null), new GroupLimits(null, 8), new GroupLimits(null, null, 4.5),
                new GroupLimits(null, null, null, GroupLimits.NO_WINDOW))) {
            assertThatThrownBy(() -> actions.limit(queue, ACME, more, true, ANNA)).as(more.toString())
                    .hasMessageContaining("LIMIT_NOT_ALLOWED");
        }
        assertThat(actions.limit(queue, ACME, new GroupLimits(2.0, 7, 4.0), true, ANNA).limits())
                .as("the settings give it a weight of 4").isEqualTo(new GroupLimits(2.0, 7, 4.0, "nights"));
        Accounting.prove(test);
    }

    @Test
    void anUnknownTenantIsRefused() {
        test.enqueue("acme", "a1"); // a group that is its own tenant
        for (Runnable action : List.<Runnable>of(
                () -> actions.limits(queue, ACME),
                () -> actions.limit(queue, ACME, GroupLimits.KEEP, false, ANNA),
                () -> actions.pause(queue, ACME, "r", ANNA),
                () -> actions.resume(queue, ACME, ANNA),
                () -> actions.cancel(queue, ACME, "r", ANNA))) {
            assertThatThrownBy(action::run).hasMessageContaining("UNKNOWN_TENANT");
        }
        assertThatThrownBy(() -> actions.cancel(queue, ACME, " ", ANNA)).hasMessageContaining("REASON_REQUIRED");
    }

    private List<String> waiting(int page, int limit) {
        return groups.waiting(queue, PriorityLevel.NORMAL, page, limit).items().stream()
                .map(group -> group.groupId().value())
                .toList();
    }
}
