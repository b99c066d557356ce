package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.GroupProgress;
import io.bulkaction.GroupStatus;
import io.bulkaction.Hold;
import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.AfterRun;
import io.bulkaction.internal.flow.Opening;
import io.bulkaction.internal.flow.Recent;
import io.bulkaction.internal.redis.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One group at one moment.
 *
 * @param ending how often this run has ended; more than once if dead letters were retried after its end
 * @param cancelled whether the run ended by cancellation; known once it has ended
 * @param cancelledAt last step of the cancellation
 * @param recent its jobs that ended in the last seconds
 * @param queueRecent the same of all groups of the queue
 * @param startedAt first claim
 * @param finishedAt end of the last job
 * @param hold why it is held; null if it is not
 * @param opening of its sending window; empty while that is open, and where it has none
 * @param labels by key
 * @param paused whether the queue starts nothing at the moment
 * @param owner who created the group
 */
public record GroupState(
        GroupId group,
        long run,
        long ending,
        GroupStatus status,
        PriorityLevel level,
        boolean sealed,
        boolean cancelled,
        GroupCounts counts,
        Recent recent,
        Recent queueRecent,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable String callback,
        @Nullable String cancelReason,
        @Nullable Instant cancelledAt,
        @Nullable Hold hold,
        Optional<Opening> opening,
        Map<String, String> labels,
        Instant now,
        boolean paused,
        @Nullable String owner) {

    /** Jobs per second: of the whole run once it is over, else at this moment. */
    public double jobsPerSecond() {
        if (startedAt == null) {
            return 0;
        }
        return finishedAt != null
                ? counts.done() * 1000.0 / Math.max(1, Duration.between(startedAt, finishedAt).toMillis())
                : recent.perSecond(now, startedAt, running());
    }

    /** While others have their turns, the next job of a group that waits for its own counts as if it ran. */
    private long running() {
        boolean hasTurns = hold == null && counts.pending() > 0 && queueRecent.ended(now) > 0;
        return Math.max(counts.inFlight(), hasTurns ? 1 : 0);
    }

    /** The same group in a queue of which more is known. */
    GroupState in(Recent queue) {
        return new GroupState(
                group, run, ending, status, level, sealed, cancelled, counts, recent, queue, createdAt, startedAt,
                finishedAt, callback, cancelReason, cancelledAt, hold, opening, labels, now, paused, owner);
    }

    /** Its part of all jobs that ended in the queue in the last seconds; of all groups together they are 1. */
    public @Nullable Double share() {
        long all = queueRecent.ended(now);
        return all == 0 || status.isFinished() ? null
                : Double.valueOf(Math.round(1_000_000.0 * recent.ended(now) / all) / 1_000_000.0);
    }

    public GroupProgress toProgress(QueueName queue) {
        double perSecond = jobsPerSecond();
        return new GroupProgress(
                queue,
                group,
                run,
                shownStatus(),
                level,
                sealed,
                counts.total(),
                counts.done(),
                counts.success(),
                counts.failed(),
                counts.cancelled(),
                counts.resolved(),
                counts.expired(),
                counts.pending(),
                counts.ready(),
                counts.nonReady(),
                counts.inFlight(),
                counts.scheduled(),
                counts.percentDone(),
                createdAt,
                startedAt,
                finishedAt,
                Math.round(perSecond * 100) / 100.0,
                etaSeconds(perSecond),
                share(),
                hold,
                owner,
                labels);
    }

    /** Redis keeps no status for a run that has jobs in Ready and has not begun: its counts say so. */
    private GroupStatus shownStatus() {
        return status == GroupStatus.CREATED && counts.ready() > 0 ? GroupStatus.DISPATCHED : status;
    }

    private @Nullable Long etaSeconds(double perSecond) {
        long left = counts.total() - counts.done();
        if (left == 0 && finishedAt != null) {
            return 0L;
        }
        boolean unknown = perSecond <= 0 || paused || hold != null || !sealed;
        return unknown ? null : (long) Math.ceil(left / perSecond);
    }

    /** @return null if there is no such group */
    static @Nullable GroupState of(GroupId group, Reply all, Reply row) {
        if (row.textOrNull("status") == null) {
            return null;
        }
        long running = number(row, "running");
        return new GroupState(
                group,
                number(row, "run"),
                number(row, "endings"),
                GroupStatus.valueOf(row.text("status")),
                PriorityLevel.valueOf(row.text("level").toUpperCase(Locale.ROOT)),
                number(row, "sealed") == 1,
                "CANCELLED".equals(row.textOrNull("outcome")),
                new GroupCounts(
                        number(row, "total_jobs"),
                        number(row, "done_jobs"),
                        number(row, "success_count"),
                        number(row, "failed_count"),
                        number(row, "cancelled_count"),
                        number(row, "resolved_count"),
                        row.number("pending"),
                        number(row, "admitted") - running,
                        number(row, "non_ready"),
                        running,
                        number(row, "scheduled"),
                        number(row, "expired_count")),
                Recent.parse(Objects.requireNonNullElse(row.textOrNull("recent"), "")),
                Recent.parse(all.text("ended")),
                Instant.ofEpochMilli(number(row, "created_at")),
                time(row, "started_at"),
                time(row, "finished_at"),
                row.textOrNull("callback"),
                row.textOrNull("cancel_reason"),
                time(row, "cancel_at"),
                hold(row, Instant.ofEpochMilli(all.number("now"))),
                Opening.parse(row.text("opening")),
                labels(row.textOrNull("labels")),
                Instant.ofEpochMilli(all.number("now")),
                all.flag("paused"),
                row.textOrNull("owner"));
    }

    /** What lib/hold says; the fields of a run that has ended hold nothing any more. */
    private static @Nullable Hold hold(Reply row, Instant now) {
        if (!Set.of("CREATED", "RUNNING").contains(row.text("status"))) {
            return null;
        }
        Instant pausedAt = time(row, "paused_at");
        Instant startAt = time(row, "start_at");
        Optional<Opening> opening = Opening.parse(row.text("opening"));
        if (pausedAt != null) {
            return new Hold(
                    Hold.Reason.PAUSED, null, pausedAt, row.textOrNull("pause_reason"), row.textOrNull("paused_by"));
        }
        String after = row.textOrNull("after");
        if (after != null) {
            return new Hold(Hold.Reason.AFTER, null, null, AfterRun.words(after), null);
        }
        Instant opens = opening.flatMap(Opening::at).orElse(null);
        if (startAt != null && startAt.isAfter(now)) {
            Instant until = opens != null && opens.isAfter(startAt) ? opens : startAt;
            return new Hold(Hold.Reason.SCHEDULED, until, null, null, null);
        }
        return opening.isEmpty() ? null
                : new Hold(Hold.Reason.SENDING_WINDOW, opens, null, row.textOrNull("sending_window"), null);
    }

    private static Map<String, String> labels(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Map.of();
        }
        Map<String, String> labels = new TreeMap<>();
        for (String label : text.split("\t")) {
            String[] keyAndValue = label.split("=", 2);
            labels.put(keyAndValue[0], keyAndValue[1]);
        }
        return labels;
    }

    private static long number(Reply row, String name) {
        return row.textOrNull(name) == null ? 0 : row.number(name);
    }

    private static @Nullable Instant time(Reply row, String name) {
        return row.textOrNull(name) == null ? null : Instant.ofEpochMilli(row.number(name));
    }
}
