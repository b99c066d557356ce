package io.bulkaction.internal.explain;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.GroupStatus;
import io.bulkaction.TenantProgress;
import io.bulkaction.internal.run.Standing;
import java.util.Map;
import java.util.Optional;

/** Decides why a tenant is where it is. */
final class TenantJudge {

    private final TenantProgress tenant;
    private final Standing standing;
    private final Explanation queue;

    TenantJudge(TenantProgress tenant, Standing standing, Explanation queue) {
        this.tenant = tenant;
        this.standing = standing;
        this.queue = queue;
    }

    Explanation explain() {
        return GroupJudge.tenant(standing.tenant(), tenant.tenant().value(), this::draft)
                .or(this::ended)
                .or(this::queueIsStuckOrClosed)
                .orElseGet(this::takesTurns)
                .explain();
    }

    private Optional<Draft> ended() {
        boolean isOver = tenant.groups().keySet().stream().allMatch(GroupStatus::isFinished);
        int groups = tenant.groups().values().stream().mapToInt(Integer::intValue).sum();
        return isOver ? Optional.of(draft(Code.FINISHED).with("groups", groups)) : Optional.empty();
    }

    private Optional<Draft> queueIsStuckOrClosed() {
        if (!QueueJudge.areAllStuck(queue) && queue.code() != Code.SENDING_WINDOW) {
            return Optional.empty();
        }
        Draft draft = draft(queue.code()).since(queue.since()).until(queue.until());
        GroupJudge.shared(queue, tenant.tenant() + "/").forEach(draft::with);
        return Optional.of(draft);
    }

    private Draft takesTurns() {
        Long groups = standing.turn().map(Standing.Turn::membersAhead).orElse(null);
        Long jobs = standing.turn().map(Standing.Turn::jobsAhead).orElse(null);
        if (tenant.inFlight() > 0 || tenant.jobsPerSecond() > 0) {
            return draft(Code.RUNNING).ahead(groups, jobs);
        }
        if (standing.turn().isPresent()) {
            return draft(Code.TURN).ahead(groups, jobs);
        }
        if (tenant.pending() > 0) {
            return draft(Code.GROUPS_PARKED).with("groups", active());
        }
        return tenant.nonReady() > 0
                ? draft(Code.RETRY).with("retries", tenant.nonReady())
                : draft(Code.NOT_SEALED).with("groups", active());
    }

    private int active() {
        return tenant.groups().entrySet().stream()
                .filter(entry -> !entry.getKey().isFinished())
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    private Draft draft(Code code) {
        return new Draft(code, queue.at())
                .pace(tenant.jobsPerSecond())
                .with("running", tenant.inFlight())
                .with("waiting", tenant.pending() + tenant.ready() + tenant.nonReady());
    }
}
