package io.bulkaction.internal.explain;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.Explanation.Expected;
import io.bulkaction.GroupId;
import io.bulkaction.Hold;
import io.bulkaction.internal.flow.Recent;
import io.bulkaction.internal.run.GroupCounts;
import io.bulkaction.internal.run.GroupState;
import io.bulkaction.internal.run.Standing;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides why a group is where it is, from the group, what it waits for, and the judgement of its queue. */
final class GroupJudge {

    private static final Set<Code> SLOW_QUEUE =
            EnumSet.of(Code.QUEUE_CONCURRENCY, Code.QUEUE_RATE, Code.QUEUE_LIMITER);

    /** What keeps a tenant from starting anything, also a retry whose time has come. */
    private static final Set<Code> WHATEVER_IT_HAS =
            EnumSet.of(Code.TENANT_PAUSED, Code.SENDING_WINDOW, Code.UNKNOWN_SENDING_WINDOW);

    private final GroupState group;
    private final Standing standing;
    private final Explanation queue;

    GroupJudge(GroupState group, Standing standing, Explanation queue) {
        this.group = group;
        this.standing = standing;
        this.queue = queue;
    }

    Explanation explain() {
        return ended()
                .or(this::queueIsStuck)
                .or(this::held)
                .or(this::queueIsClosed)
                .or(() -> tenantWaits().filter(draft -> draft.isOf(WHATEVER_IT_HAS)))
                .or(this::nothingWaits)
                .or(this::tenantWaits)
                .or(this::parked)
                .orElseGet(this::takesTurns)
                .explain();
    }

    private Optional<Draft> ended() {
        return switch (group.status()) {
            case COMPLETED, FAILED, CANCELLED -> Optional.of(draft(Code.FINISHED)
                    .since(group.finishedAt()).with("status", group.status().name()));
            case AGGREGATING -> Optional.of(draft(Code.AGGREGATING).since(group.finishedAt()));
            case CANCELLING -> Optional.of(draft(Code.CANCELLING).with("reason", group.cancelReason()));
            default -> Optional.empty();
        };
    }

    /** What keeps the queue keeps every group of it; only which processors are missing is not the same for all. */
    private Optional<Draft> queueIsStuck() {
        return QueueJudge.areAllStuck(queue) && queue.code() != Code.UNKNOWN_PROCESSOR && left() > 0
                ? Optional.of(asQueue())
                : Optional.empty();
    }

    private Optional<Draft> queueIsClosed() {
        return queue.code() == Code.SENDING_WINDOW && isAnythingToStart() ? Optional.of(asQueue().until(queue.until()))
                : Optional.empty();
    }

    private boolean isAnythingToStart() {
        return left() > group.counts().inFlight();
    }

    private Optional<Draft> nothingWaits() {
        GroupCounts counts = group.counts();
        if (counts.pending() + counts.ready() > 0) {
            return Optional.empty();
        }
        if (counts.inFlight() > 0) {
            return Optional.of(running());
        }
        if (counts.nonReady() > 0) {
            return Optional.of(draft(Code.RETRY).until(standing.nextRetry()).with("retries", counts.nonReady()));
        }
        if (counts.scheduled() > 0) {
            return Optional.of(draft(Code.SCHEDULED).until(standing.nextStart()).with("scheduled", counts.scheduled()));
        }
        return Optional.of(draft(Code.NOT_SEALED).with("done", counts.done()));
    }

    private Optional<Draft> held() {
        Hold any = group.hold();
        Hold held = any != null && any.reason() == Hold.Reason.SENDING_WINDOW && !isAnythingToStart() ? null : any;
        return Optional.ofNullable(held).map(hold -> switch (hold.reason()) {
            case PAUSED -> draft(Code.GROUP_PAUSED)
                    .since(hold.since()).with("reason", hold.note()).with("pausedBy", hold.by());
            case AFTER -> draft(Code.AFTER).with("after", hold.note());
            case SCHEDULED -> draft(Code.SCHEDULED).until(hold.until());
            case SENDING_WINDOW ->
                QueueJudge.closed(group.opening().orElseThrow(), String.valueOf(hold.note()), this::draft);
        });
    }

    private Optional<Draft> tenantWaits() {
        return tenant(standing.tenant(), tenantName(group.group()), this::draft);
    }

    /** How a judge begins an explanation. */
    interface Begin {
        Draft draft(Code code);
    }

    static Optional<Draft> tenant(Standing.Tenant tenant, String name, Begin begin) {
        if (tenant.opening().isPresent() && !tenant.parked().equals("paused")) {
            return tenant.opening()
                    .map(opening -> QueueJudge.closed(opening, tenant.window(), begin).with("tenant", name));
        }
        return switch (tenant.parked()) {
            case "paused" -> Optional.of(begin.draft(Code.TENANT_PAUSED)
                    .since(tenant.pausedAt().orElse(null))
                    .with("tenant", name)
                    .with("reason", tenant.pauseReason())
                    .with("pausedBy", tenant.pausedBy()));
            case "rate" -> Optional.of(begin.draft(Code.TENANT_RATE)
                    .until(tenant.until()).with("tenant", name).with("maxRps", tenant.maxRps()));
            case "concurrency" -> Optional.of(begin.draft(Code.TENANT_CONCURRENCY)
                    .with("tenant", name).with("maxConcurrency", tenant.maxConcurrency()));
            default -> Optional.empty();
        };
    }

    private Optional<Draft> parked() {
        return switch (standing.parked()) {
            case "rate" -> Optional.of(draft(Code.GROUP_RATE)
                    .until(standing.parkedUntil()).with("maxRps", standing.maxRps()).expects(null, end()));
            case "throttled" -> Optional.of(draft(Code.THROTTLED).until(standing.parkedUntil()));
            case "concurrency" -> Optional.of(draft(Code.CONCURRENCY)
                    .with("maxConcurrency", standing.maxConcurrency()).expects(null, end()));
            case "full" -> Optional.of(draft(Code.CONCURRENCY)
                    .with("processorType", standing.missing()).expects(null, end()));
            case "processor" -> QueueJudge.isUnknown(queue, standing.missing())
                    ? Optional.of(draft(Code.UNKNOWN_PROCESSOR)
                            .until(standing.parkedUntil()).with("processorType", standing.missing()))
                    : Optional.of(draft(Code.READY)); // others know it, and have their turn
            default -> Optional.empty();
        };
    }

    /** Where a group runs, its turns come and go; what is interesting is only what slows down the whole queue. */
    private Draft takesTurns() {
        if (SLOW_QUEUE.contains(queue.code())) {
            return asQueue().ahead(groupsAhead(), jobsAhead()).expects(start(), end());
        }
        if (group.counts().inFlight() > 0 || group.recent().ended(group.now()) > 0) {
            return running();
        }
        if (queue.code() == Code.STALLED) { // in its partition, perhaps
            return asQueue();
        }
        return standing.turn().isPresent()
                ? draft(Code.TURN).ahead(groupsAhead(), jobsAhead()).expects(start(), end())
                : draft(Code.READY);
    }

    private Draft running() {
        return draft(Code.RUNNING).since(group.startedAt()).ahead(groupsAhead(), jobsAhead()).expects(null, end());
    }

    private Draft asQueue() {
        Draft draft = draft(queue.code()).since(queue.since());
        shared(queue, group.group().value() + "#").forEach(draft::with);
        return draft;
    }

    /**
     * What the queue's judgement tells somebody who may see only one group or tenant: not the job of another that failed, nor
     * its error, nor the processors that others wait for.
     */
    static Map<String, Object> shared(Explanation queue, String own) {
        Map<String, Object> details = new LinkedHashMap<>(queue.details());
        details.keySet().removeAll(List.of("running", "waiting", "deadLetters", "unknownTypes", "processorType"));
        if (!String.valueOf(details.get("failedJob")).startsWith(own)) {
            details.keySet().removeAll(List.of("failedJob", "errorCode", "error"));
        }
        return details;
    }

    private @Nullable Long groupsAhead() {
        return standing.turn().map(Standing.Turn::membersAhead).orElse(null);
    }

    private @Nullable Long jobsAhead() {
        return standing.turn().map(Standing.Turn::jobsAhead).orElse(null);
    }

    /** When its next job starts. */
    @Nullable
    Expected start() {
        return standing.turn()
                .map(turn -> forecast(group.queueRecent()).after(turn.jobsAhead(), queuePerSecond()))
                .orElse(null);
    }

    /** At its own rate or, where it has none, at its limit or an equal part of the queue's. */
    @Nullable
    Expected end() {
        if (!group.sealed()) {
            return null;
        }
        double own = group.jobsPerSecond();
        if (own > 0) {
            return forecast(group.recent()).after(left(), own);
        }
        if (standing.parked().equals("rate")) {
            return forecast(group.recent()).after(left(), standing.maxRps());
        }
        return standing.turn()
                .map(turn -> forecast(group.queueRecent())
                        .from(start(), left(), queuePerSecond() / Math.max(1, turn.members())))
                .orElse(null);
    }

    double queuePerSecond() {
        return group.queueRecent().perSecond(group.now(), Instant.EPOCH, QueueJudge.running(queue));
    }

    private Forecast forecast(Recent measured) {
        return Forecast.of(group.now(), measured);
    }

    private long left() {
        return group.counts().total() - group.counts().done();
    }

    static String tenantName(GroupId group) {
        return group.value().substring(0, Math.max(0, group.value().indexOf('/')));
    }

    Draft draft(Code code) {
        return new Draft(code, group.now())
                .pace(group.jobsPerSecond())
                .with("running", group.counts().inFlight())
                .with("waiting", group.counts().waiting());
    }
}
