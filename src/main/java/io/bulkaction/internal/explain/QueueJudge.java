package io.bulkaction.internal.explain;

import io.bulkaction.Explanation;
import io.bulkaction.Explanation.Code;
import io.bulkaction.Explanation.State;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Opening;
import io.bulkaction.internal.operate.QueueStatus;
import io.bulkaction.internal.settings.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides why a queue is where it is. The one judgement of whether a queue can make progress: explain, the dashboard, alerts
 * and health all ask here.
 */
public final class QueueJudge {

    /** From this part of the rate limit on it is what the jobs wait for. */
    private static final double NEARLY_ALL = 0.9;

    private final QueueStatus status;
    private final QueueSettings settings;

    private QueueJudge(QueueStatus status, QueueSettings settings) {
        this.status = status;
        this.settings = settings;
    }

    public static Explanation judge(QueueStatus status, QueueSettings settings) {
        return new QueueJudge(status, settings).explain();
    }

    /** Whether nothing will happen in the queue until somebody acts. */
    public static boolean isStuck(Explanation queue) {
        return queue.state() == State.STUCK;
    }

    /** Whether the same holds for every group of it; what is paused may be another group, or another tenant. */
    static boolean areAllStuck(Explanation queue) {
        return isStuck(queue) && queue.code() != Code.GROUP_PAUSED && queue.code() != Code.TENANT_PAUSED
                && !queue.details().containsKey("partitions");
    }

    private Explanation explain() {
        return paused()
                .or(this::closed)
                .or(this::noWorkers)
                .or(this::stalled)
                .or(this::running)
                .or(this::unknownProcessor)
                .or(this::waiting)
                .orElseGet(this::nothingToDo)
                .explain();
    }

    private Optional<Draft> paused() {
        return status.pause().map(pause -> draft(Code.QUEUE_PAUSED)
                .since(pause.since())
                .with("failedJob", pause.failedJob().map(JobName::toString).orElse(null))
                .with("errorCode", pause.failure().map(QueueStatus.Failure::errorCode).orElse(null))
                .with("error", pause.failure().map(QueueStatus.Failure::error).orElse(null))
                .with("reason", pause.reason())
                .with("pausedBy", pause.by()));
    }

    /** Whoever works at night has nothing to do here then, so nobody need be there. */
    private Optional<Draft> closed() {
        boolean anythingWaits = status.lifetime().unfinished() > status.inFlight();
        return status.opening()
                .filter(opening -> anythingWaits)
                .map(opening -> closed(
                        opening, String.valueOf(status.limits().sendingWindowOr(settings)), this::draft)
                        .with("queue", status.queue().value()));
    }

    /** Outside a sending window, which may be that of a queue, a tenant or a group. */
    static Draft closed(Opening opening, String window, GroupJudge.Begin begin) {
        Code code = opening.at().isPresent() ? Code.SENDING_WINDOW : Code.UNKNOWN_SENDING_WINDOW;
        return begin.draft(code).until(opening.at()).with("window", window).with("opens", opening.words());
    }

    private Optional<Draft> noWorkers() {
        return when(status.instances().workers() == 0, Code.NO_WORKERS)
                .map(draft -> draft.with("instances", status.instances().live().size()));
    }

    /**
     * Work that may start is left alone, in the whole queue or in a partition. While others move, that is not so as long as
     * all workers are busy with them.
     */
    private Optional<Draft> stalled() {
        Instant newest = status.instances().live().stream()
                .map(Instance::startedAt)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        Instant latest = status.at().minus(patience());
        List<Instant> stalled = status.pace().leftAlone().stream()
                .map(since -> since.isAfter(newest) ? since : newest)
                .filter(since -> since.isBefore(latest))
                .toList();
        boolean isWhole = status.pace().movedAt().isBefore(latest);
        boolean isBusy = !isWhole && status.inFlight() >= status.instances().workers();
        return when(!stalled.isEmpty() && !isBusy && !waitsForLimiter(), Code.STALLED)
                .map(draft -> draft.since(stalled.stream().min(Comparator.naturalOrder()).orElseThrow())
                        .with("partitions", isWhole ? null : stalled.size()));
    }

    /**
     * For so long nothing may start or end without anything being wrong: until a job would have been interrupted and its
     * lease would have run out; where few may start, until each partition should have had one.
     */
    private Duration patience() {
        Duration job = settings.workerPool().jobTimeout();
        Duration longest = status.instances().longestJob();
        double secondsOfAll = 2 * settings.partitions() / status.limits().globalRpsOr(settings);
        return Stream.of(job, longest, Duration.ofMillis((long) (1_000 * secondsOfAll)))
                .max(Comparator.naturalOrder())
                .orElseThrow()
                .plus(settings.reliability().lease());
    }

    private boolean waitsForLimiter() {
        return status.waiting() > 0 && status.usedOfLimiter().filter(used -> used.isNearlyAll(status.at())).isPresent();
    }

    private Optional<Draft> running() {
        if (status.inFlight() == 0 && status.ready() == 0 && !waitsForLimiter()) {
            return Optional.empty();
        }
        long limit = status.limits().maxConcurrencyOr(settings);
        double rps = status.limits().globalRpsOr(settings);
        boolean waits = status.waiting() > 0;
        return when(waits && limit > 0 && status.inFlight() >= limit, Code.QUEUE_CONCURRENCY)
                .map(draft -> draft.with("maxConcurrency", limit))
                .or(() -> when(waits && status.jobsPerSecond() >= NEARLY_ALL * rps, Code.QUEUE_RATE)
                        .map(draft -> draft.with("globalRps", rps)))
                .or(() -> when(waitsForLimiter(), Code.QUEUE_LIMITER)
                        .map(draft -> draft.with("limiter", settings.backpressure().limiter())
                                .with("rps", status.usedOfLimiter().orElseThrow().perSecond())))
                .or(() -> when(waits && status.inFlight() >= status.instances().workers(), Code.WORKERS_BUSY))
                .or(() -> Optional.of(draft(Code.RUNNING)))
                .map(draft -> draft.ahead(null, status.waiting())
                        .expects(null, Forecast.of(status.at(), status.pace().ended())
                                .after(status.lifetime().unfinished(), status.jobsPerSecond())));
    }

    /** All that waits is for processors that nobody knows, as far as can be told from the groups that take turns. */
    private Optional<Draft> unknownProcessor() {
        return when(status.pending() > 0 && status.pace().members() == 0, Code.UNKNOWN_PROCESSOR)
                .filter(draft -> !status.unknownTypes().isEmpty())
                .map(draft -> draft
                        .since(status.unknownTypes().values().stream().min(Comparator.naturalOrder()).orElse(null))
                        .with("processorType", String.join(", ", status.unknownTypes().keySet())));
    }

    /** Whether no live instance knows a processor type that jobs of the queue wait for. */
    static boolean isUnknown(Explanation queue, String type) {
        return queue.details().get("unknownTypes") instanceof List<?> types && types.contains(type);
    }

    /** How many jobs of the queue run. */
    static long running(Explanation queue) {
        return queue.details().get("running") instanceof Long running ? running : 0;
    }

    private Optional<Draft> waiting() {
        return when(status.pending() > 0 && status.pace().members() > 0, Code.RUNNING)
                .or(() -> when(status.pending() > 0 && isParked(), Code.GROUPS_PARKED)
                        .map(draft -> draft.until(status.pace().nextParked())
                                .with("groups", continuingGroups() > 0 ? continuingGroups() : status.activeGroups())))
                .or(() -> when(status.nonReady() > 0, Code.RETRY)
                        .map(draft -> draft.until(status.pace().nextRetry()).with("retries", status.nonReady())))
                .or(() -> when(status.scheduled() > 0, Code.SCHEDULED)
                        .map(draft -> draft.until(status.pace().nextStart()).with("scheduled", status.scheduled())))
                .or(() -> when(status.pending() > 0 && status.pace().pausedGroups() > 0, Code.GROUP_PAUSED)
                        .map(draft -> draft.with("groups", status.activeGroups())))
                .or(() -> when(status.pending() > 0, Code.TENANT_PAUSED)
                        .map(draft -> draft.with("groups", status.activeGroups())));
    }

    /** Groups, or all groups of a tenant until a time. */
    private boolean isParked() {
        return continuingGroups() > 0 || status.pace().nextParked().isPresent();
    }

    /** Parked groups that nobody has paused: they go on by themselves. */
    private long continuingGroups() {
        return status.parkedGroups() - status.pace().pausedGroups();
    }

    private Draft nothingToDo() {
        return when(status.pace().unsealed() > 0, Code.NOT_SEALED)
                .map(draft -> draft.with("groups", status.pace().unsealed()))
                .orElseGet(() -> draft(Code.IDLE));
    }

    private Optional<Draft> when(boolean isSo, Code code) {
        return isSo ? Optional.of(draft(code)) : Optional.empty();
    }

    private @Nullable List<String> unknownTypes() {
        return status.unknownTypes().isEmpty() ? null : List.copyOf(status.unknownTypes().keySet());
    }

    private Draft draft(Code code) {
        return new Draft(code, status.at())
                .pace(status.jobsPerSecond())
                .with("workers", status.instances().workers())
                .with("running", status.inFlight())
                .with("waiting", status.waiting())
                .with("deadLetters", status.deadLetters())
                .with("unknownTypes", unknownTypes());
    }
}
