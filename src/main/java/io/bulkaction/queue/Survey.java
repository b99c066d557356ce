package io.bulkaction.queue;

import io.bulkaction.job.JobId;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.queue.QueueCounts.Lifetime;
import io.bulkaction.queue.redis.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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

    private static final int INSTANCES = 23;

    static Survey of(Reply reply, Duration lostAfter) {
        Instant at = Instant.ofEpochMilli(reply.number(0));
        int alerts = INSTANCES + 1 + 2 * reply.count(INSTANCES);
        return new Survey(
                at,
                counts(reply),
                pause(reply),
                Roster.of(at, lostAfter, pairs(reply, INSTANCES + 1, alerts)),
                pairs(reply, alerts, reply.size()));
    }

    private static QueueCounts counts(Reply reply) {
        Map<PriorityLevel, Long> groups = new EnumMap<>(PriorityLevel.class);
        for (PriorityLevel level : PriorityLevel.values()) {
            groups.put(level, reply.number(1 + level.ordinal()));
        }
        Lifetime lifetime = new Lifetime(
                reply.number(11),
                reply.number(12),
                reply.number(13),
                reply.number(14),
                reply.number(15),
                reply.number(16),
                reply.number(17));
        long elsewhere = reply.number(6) + reply.number(7) + reply.number(8);
        return new QueueCounts(
                groups,
                reply.number(4),
                reply.number(5),
                Math.max(0, lifetime.unfinished() - elsewhere),
                reply.number(6),
                reply.number(7),
                reply.number(8),
                reply.number(9),
                reply.number(10),
                lifetime);
    }

    private static Optional<Pause> pause(Reply reply) {
        if (!reply.text(18).equals("1")) {
            return Optional.empty();
        }
        Optional<JobId> failedJob = Optional.of(reply.text(22)).filter(id -> !id.isEmpty()).map(JobId::new);
        return Optional.of(new Pause(
                Moments.parse(reply.text(19)).orElse(Instant.EPOCH), reply.text(20), reply.text(21), failedJob));
    }

    private static Map<String, String> pairs(Reply reply, int from, int to) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = from; i < to; i += 2) {
            pairs.put(reply.text(i), reply.text(i + 1));
        }
        return pairs;
    }
}
