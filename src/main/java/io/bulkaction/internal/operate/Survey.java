package io.bulkaction.internal.operate;

import io.bulkaction.JobId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.Roster;
import io.bulkaction.internal.operate.QueueCounts.Lifetime;
import io.bulkaction.internal.redis.Moments;
import io.bulkaction.internal.redis.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A queue at one moment.
 *
 * @param at on the clock of Redis
 * @param alerts what is wrong: cause to record
 */
public record Survey(
        Instant at, QueueCounts counts, Optional<Pause> pause, Roster instances, Map<String, String> alerts) {

    /**
     * @param failedJob the job whose failure paused the queue; empty when a person did
     */
    public record Pause(Instant since, String reason, String by, Optional<JobId> failedJob) {}

    static Survey of(Reply reply, Duration lostAfter) {
        Instant at = Instant.ofEpochMilli(reply.number("now"));
        return new Survey(
                at,
                counts(reply),
                pause(reply),
                Roster.of(at, lostAfter, reply.pairs("instances")),
                reply.pairs("alerts"));
    }

    private static QueueCounts counts(Reply reply) {
        Map<PriorityLevel, Long> groups = new EnumMap<>(PriorityLevel.class);
        for (PriorityLevel level : PriorityLevel.values()) {
            groups.put(level, reply.number(level.name().toLowerCase(Locale.ROOT)));
        }
        Lifetime lifetime = new Lifetime(
                reply.number("enqueued"),
                reply.number("completed"),
                reply.number("failed"),
                reply.number("cancelled"),
                reply.number("resolved"),
                reply.number("retried"),
                reply.number("corrected"));
        long elsewhere = reply.number("ready") + reply.number("non_ready") + reply.number("in_flight");
        return new QueueCounts(
                groups,
                reply.number("parked"),
                reply.number("active"),
                Math.max(0, lifetime.unfinished() - elsewhere),
                reply.number("ready"),
                reply.number("non_ready"),
                reply.number("in_flight"),
                reply.number("dead_letters"),
                reply.number("recent_dead_letters"),
                lifetime);
    }

    private static Optional<Pause> pause(Reply reply) {
        if (!reply.flag("paused")) {
            return Optional.empty();
        }
        Optional<JobId> failedJob =
                Optional.of(reply.text("failed_job_id")).filter(id -> !id.isEmpty()).map(JobId::new);
        return Optional.of(new Pause(
                Moments.parse(reply.text("paused_at")).orElse(Instant.EPOCH),
                reply.text("pause_reason"),
                reply.text("paused_by"),
                failedJob));
    }
}
