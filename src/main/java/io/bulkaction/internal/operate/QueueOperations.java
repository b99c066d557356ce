package io.bulkaction.internal.operate;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.UnknownQueueException;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.operate.audit.Audit;
import io.bulkaction.internal.operate.audit.AuditResult;
import io.bulkaction.internal.operate.audit.Refusal;
import io.bulkaction.internal.operate.audit.RefusedException;
import io.bulkaction.internal.run.BeyondBoundsException;
import io.bulkaction.internal.run.Groups;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator does to a queue. An action is one atomic step, or many that may be interleaved with those of
 * somebody else: if two people act on a dead letter at once, one of them gets it. Every action is recorded in the audit
 * trail. A refused one throws a {@link RefusedException}, an unknown queue an {@link UnknownQueueException}.
 */
public final class QueueOperations {

    public static final int LONGEST_REASON = 1_000;

    /** How many jobs of a selection the audit trail names. */
    private static final int NAMED = 10;

    private static final String MANUAL_PAUSE = "MANUAL_PAUSE";

    private final Queues queues;
    private final Audit audit;
    private final DeadLetterActions actions;

    public QueueOperations(Queues queues, Audit audit, Tasks tasks) {
        this.queues = queues;
        this.audit = audit;
        this.actions = new DeadLetterActions(tasks);
    }

    public QueueStatus status(QueueName name) {
        return QueueControl.of(queues.get(name)).fullSurvey();
    }

    /** Asks for all queues together, so that many take hardly longer than one. */
    public List<QueueStatus> statuses() {
        return QueueControl.fullSurveys(queues.all());
    }

    /** @param reason if there is none, MANUAL_PAUSE */
    public QueueControl.Paused pause(QueueName name, @Nullable String reason, Actor by) {
        return audit.carryOut(
                name, by, "pause", "",
                () -> QueueControl.of(queues.get(name)).pause(reasonOfPause(reason), by.name()),
                paused -> new AuditResult(paused.changed(), paused.reason()));
    }

    public Resumed resume(QueueName name, Actor by) {
        return audit.carryOut(
                name, by, "resume", "",
                () -> resume(queues.get(name)),
                resumed -> new AuditResult(resumed.changed(), resumed.pendingJobs() + " jobs wait"));
    }

    /** Retries a dead letter under the same id, which is its idempotency key; its run reopens. */
    public JobName retry(QueueName name, JobRef job, Actor by) {
        return audit.carryOut(
                name, by, "retry", job.toString(),
                () -> actions.retry(queues.get(name), job),
                done -> new AuditResult(true, ""));
    }

    /** Returns those of the jobs that were dead letters; the others stay as they are. */
    public List<JobRef> retry(QueueName name, Collection<JobRef> jobs, Actor by) {
        return audit.carryOut(
                name, by, "retry selected", named(jobs),
                () -> actions.retry(queues.get(name), jobs),
                done -> new AuditResult(!done.isEmpty(), done.size() + " of " + jobs.size()));
    }

    /** Skips a dead letter: it becomes MANUALLY_RESOLVED and records who did it, when and why. */
    public JobName skip(QueueName name, JobRef job, @Nullable String reason, Actor by) {
        return audit.carryOut(
                name, by, "skip", job.toString(),
                () -> actions.skip(queues.get(name), job, required(reason), by),
                done -> new AuditResult(true, required(reason)));
    }

    /** Returns those of the jobs that were dead letters; the others stay as they are. */
    public List<JobRef> skip(QueueName name, Collection<JobRef> jobs, @Nullable String reason, Actor by) {
        return audit.carryOut(
                name, by, "skip selected", named(jobs),
                () -> actions.skip(queues.get(name), jobs, required(reason), by),
                done -> new AuditResult(!done.isEmpty(), done.size() + " of " + jobs.size() + ": " + reason));
    }

    /** Skips every dead letter that exists when this begins, step by step, and then resumes the queue. */
    public SkippedAll skipAllAndResume(QueueName name, @Nullable String reason, Actor by) {
        return audit.carryOut(
                name, by, "skip all and resume", "",
                () -> {
                    Queue queue = queues.get(name);
                    long skipped = actions.skipAll(queue, DeadLetters.Filter.ALL, required(reason), by);
                    Resumed resumed = resume(queue);
                    return new SkippedAll(skipped, resumed.changed(), resumed.at());
                },
                done -> new AuditResult(done.skipped() > 0 || done.resumed(), done.skipped() + " skipped: " + reason));
    }

    /** Skips every dead letter that fits and exists when this begins, step by step; a paused queue stays paused. */
    public long skipAll(QueueName name, DeadLetters.Filter filter, @Nullable String reason, Actor by) {
        return audit.carryOut(
                name, by, "skip all", filter.group() == null ? "" : filter.group().value(),
                () -> actions.skipAll(queues.get(name), filter, required(reason), by),
                done -> new AuditResult(done > 0, done + " skipped" + named(filter) + ": " + reason));
    }

    /** Retries every dead letter that fits and exists when this begins, step by step. */
    public long retryAll(QueueName name, DeadLetters.Filter filter, Actor by) {
        return audit.carryOut(
                name, by, "retry all", filter.group() == null ? "" : filter.group().value(),
                () -> actions.retryAll(queues.get(name), filter, by),
                done -> new AuditResult(done > 0, done + " retried" + named(filter)));
    }

    /** The group's own limits, 0 = none, its weight and its level. */
    public Groups.Limited limits(QueueName name, GroupId group) {
        return Groups.of(queues.get(name)).limits(group)
                .orElseThrow(() -> Refusal.UNKNOWN_GROUP.with(group, name));
    }

    /**
     * Changes the group's own limits, its weight and its level, for this run and those that follow. They take effect at once.
     *
     * @param level null: as it is
     * @param isKept whether who wants it is kept to some groups, and so to what others have set
     */
    public Groups.Limited limit(
            QueueName name, GroupId group, GroupLimits limits, @Nullable PriorityLevel level, boolean isKept,
            Actor by) {
        return audit.carryOut(
                name, by, "limit", group.value(),
                () -> within(() -> Groups.of(queues.get(name)).limit(group, limits, level, isKept))
                        .orElseThrow(() -> Refusal.UNKNOWN_GROUP.with(group, name)),
                done -> new AuditResult(done.changed(), words(done.limits()) + ", priorityLevel " + done.level()));
    }

    static <T> T within(Supplier<T> change) {
        try {
            return change.get();
        } catch (BeyondBoundsException e) {
            throw Refusal.LIMIT_NOT_ALLOWED.with(e.getMessage());
        }
    }

    static String words(GroupLimits limits) {
        return "maxRps " + limits.maxRps() + ", maxConcurrency " + limits.maxConcurrency() + ", weight "
                + limits.weight()
                + (limits.sendingWindow() == null ? "" : ", sendingWindow " + limits.sendingWindow());
    }

    /** Limits that are set for all instances of a queue, what is configured here, and what is there. */
    public QueueStatus limits(QueueName name) {
        return QueueControl.of(queues.get(name)).survey();
    }

    /** Sets limits of a whole queue for all instances; what is null stays as it is. */
    public QueueControl.Tuned tune(QueueName name, RuntimeLimits limits, Actor by) {
        return audit.carryOut(
                name, by, "tune", "",
                () -> QueueControl.of(queues.get(name)).tune(checked(limits, queues.get(name))),
                done -> new AuditResult(done.changed(), done.limits().toString()));
    }

    /** Lets the settings of the instances count again. */
    public QueueControl.Tuned untune(QueueName name, Actor by) {
        return audit.carryOut(
                name, by, "reset limits", "",
                () -> QueueControl.of(queues.get(name)).untune(),
                done -> new AuditResult(done.changed(), done.limits().toString()));
    }

    /** As the settings are checked at start. */
    private static RuntimeLimits checked(RuntimeLimits limits, Queue queue) {
        double window = queue.settings().backpressure().rateLimitWindow().toMillis() / 1000.0;
        if (limits.globalRps() != null && limits.globalRps() * window < 1) {
            throw Refusal.RATE_TOO_LOW.with(1 / window);
        }
        if (limits.globalRps() != null && queue.settings().hasLedger()) {
            throw Refusal.RATE_OF_LEDGER.with(queue.name());
        }
        if (limits.maxConcurrency() != null && queue.isPartitioned()) {
            throw Refusal.CONCURRENCY_OF_PARTITIONS.with(queue.name());
        }
        return limits;
    }

    private Resumed resume(Queue queue) {
        long waiting = QueueControl.of(queue).survey().waiting(); // before: workers take jobs as soon as it is resumed
        QueueControl.Resumed resumed = QueueControl.of(queue).resume();
        return new Resumed(resumed.changed(), resumed.at(), waiting);
    }

    private static String named(Collection<JobRef> jobs) {
        String some = jobs.stream().limit(NAMED).map(JobRef::toString).collect(Collectors.joining(", "));
        return jobs.size() <= NAMED ? some : some + " and " + (jobs.size() - NAMED) + " more";
    }

    private static String named(DeadLetters.Filter filter) {
        return Stream.of(filter.errorCode(), filter.processorType())
                .filter(Objects::nonNull)
                .map(each -> " of " + each)
                .collect(Collectors.joining());
    }

    static String reasonOfPause(@Nullable String reason) {
        return reason == null || reason.isBlank() ? MANUAL_PAUSE : bounded(reason);
    }

    static String required(@Nullable String reason) {
        if (reason == null || reason.isBlank()) {
            throw Refusal.REASON_REQUIRED.with();
        }
        return bounded(reason);
    }

    private static String bounded(String reason) {
        if (reason.length() > LONGEST_REASON) {
            throw Refusal.REASON_TOO_LONG.with(LONGEST_REASON);
        }
        return reason.strip();
    }

    /**
     * @param changed false when the queue was not paused
     * @param pendingJobs jobs that waited for a worker right before it was resumed
     */
    public record Resumed(boolean changed, Instant at, long pendingJobs) {}

    /** @param resumed false when the queue was not paused */
    public record SkippedAll(long skipped, boolean resumed, Instant resumedAt) {}
}
