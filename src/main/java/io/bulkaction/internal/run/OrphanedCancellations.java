package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.loop.Each;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Continues cancellations whose instance died: those without a recent step although jobs wait to be cancelled, and
 * those of a tenant that have not reached all its groups.
 */
final class OrphanedCancellations {

    private static final Logger log = LoggerFactory.getLogger(OrphanedCancellations.class);

    /** Steps in one turn, so that other runs get their results meanwhile. */
    private static final int MAX_STEPS = 100;

    private final Queue queue;
    private final Duration patience;
    private final Map<GroupId, Canceller> taken = new HashMap<>();
    private final Map<TenantId, TenantCancellation> takenTenants = new HashMap<>();

    OrphanedCancellations(Queue queue, Duration patience) {
        this.queue = queue;
        this.patience = patience;
    }

    /** @return whether there is more to do now */
    boolean continueSome() {
        boolean[] more = {false};
        Each.of(List.<BooleanSupplier>of(this::markSome, this::continueGroups), step -> more[0] |= step.getAsBoolean());
        return more[0];
    }

    /** Groups of tenants that their cancellation has not reached. */
    private boolean markSome() {
        TenantCancellation.orphaned(queue, patience).forEach(
                cancellation -> takenTenants.computeIfAbsent(cancellation.tenant(), tenant -> {
                    log.info("continuing the cancellation of tenant {} in queue {}", tenant, queue.name());
                    return cancellation;
                }));
        Each.of(List.copyOf(takenTenants.values()), cancellation -> {
            List<Canceller> begun = cancellation.beginSome(MAX_STEPS);
            begun.forEach(canceller -> taken.put(canceller.group(), canceller));
            if (begun.isEmpty()) {
                takenTenants.remove(cancellation.tenant());
            }
        });
        return !takenTenants.isEmpty();
    }

    private boolean continueGroups() {
        List<GroupState> cancelling = new ArrayList<>();
        queue.forEachInTurn(partition -> cancelling.addAll(
                Groups.of(queue).states(List.copyOf(partition.inFlight().cancelling()))));
        taken.keySet().retainAll(cancelling.stream().map(GroupState::group).toList());
        cancelling.stream().filter(this::isOrphaned).forEach(this::take);
        AtomicInteger steps = new AtomicInteger();
        Each.of(List.copyOf(taken.values()), canceller -> {
            while (canceller.hasMore() && steps.getAndIncrement() < MAX_STEPS) {
                canceller.step();
            }
        });
        return taken.values().stream().anyMatch(Canceller::hasMore);
    }

    private boolean isOrphaned(GroupState state) {
        Instant lastStep = state.cancelledAt();
        return !taken.containsKey(state.group())
                && state.status() == GroupStatus.CANCELLING
                && state.counts().waiting() > 0
                && lastStep != null
                && Duration.between(lastStep, state.now()).abs().compareTo(patience) > 0; // the clock may have gone back
    }

    private void take(GroupState state) {
        log.info("continuing the cancellation of group {} in queue {}: {} jobs wait",
                state.group(), queue.name(), state.counts().waiting());
        String reason = Objects.requireNonNullElse(state.cancelReason(), "");
        taken.put(state.group(), Canceller.continuing(Groups.of(queue), state.group(), state.run(), reason));
    }
}
