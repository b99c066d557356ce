package io.bulkaction.internal.operate;

import io.bulkaction.PriorityLevel;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.flow.Ledger;
import io.bulkaction.internal.flow.Opening;
import io.bulkaction.internal.flow.Roster;
import io.bulkaction.internal.redis.Moments;
import io.bulkaction.internal.redis.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * How a queue stands over all instances, everything at one moment; over several partitions, at one moment in each. The
 * dashboard, the gauges, the alerts, the history and the doctor all read this one.
 *
 * @param at on the clock of Redis
 * @param groups groups in each fair queue
 * @param parkedGroups groups with jobs that are out of the fair queue for a while
 * @param activeGroups groups with an unfinished run
 * @param pending jobs in the fair queue, those of parked groups included
 * @param scheduled jobs that are to start later
 * @param recentDeadLetters dead letters of the last {@code alerts.dead-letters-within}
 * @param oldestWait how long the job that has waited longest for its turn has waited; empty if none waits, and in a
 *     survey that leaves it out
 * @param limits that an administrator has set at run time
 * @param usedOfLimiter how much is used of the rate that it shares with other queues; empty if there is none
 * @param opening of its sending window; empty while that is open, and where it has none
 * @param unknownTypes processor types of waiting jobs that no live instance knows, and since when
 * @param alerts what is wrong: cause to record
 */
public record QueueStatus(
        QueueName queue,
        Instant at,
        Optional<Pause> pause,
        Map<PriorityLevel, Long> groups,
        long parkedGroups,
        long activeGroups,
        long pending,
        long ready,
        long nonReady,
        long inFlight,
        long scheduled,
        long deadLetters,
        long recentDeadLetters,
        Optional<Duration> oldestWait,
        Lifetime lifetime,
        Pace pace,
        RuntimeLimits limits,
        Optional<Ledger.Used> usedOfLimiter,
        Optional<Opening> opening,
        Roster instances,
        Map<String, Instant> unknownTypes,
        Map<String, String> alerts) {

    /** Jobs that wait for a processor are met again within half a minute. */
    private static final Duration MET_WITHIN = Duration.ofMinutes(2);

    /** @param failure what paused the queue; empty if a person paused it */
    public record Pause(Instant since, String reason, String by, Optional<Failure> failure) {

        public Optional<JobName> failedJob() {
            return failure.map(Failure::job);
        }
    }

    /** A job that failed for good, and its error; both texts are empty if the job is gone. */
    public record Failure(JobName job, String errorCode, String error) {}

    /**
     * What has ever happened in this queue.
     *
     * @param failed jobs that became dead letters
     * @param retried dead letters that a person retried
     * @param corrected what a repair added or took away, because jobs were lost or removed by hand
     */
    public record Lifetime(
            long enqueued,
            long completed,
            long failed,
            long cancelled,
            long expired,
            long resolved,
            long retried,
            long corrected) {

        /** Jobs that completed or failed; one that a person retried may be counted twice. */
        public long ended() {
            return completed + failed;
        }

        /** Jobs that were enqueued or retried and have not ended since. */
        public long unfinished() {
            return enqueued + retried + corrected - completed - failed - cancelled - expired;
        }
    }

    /** Jobs that ended per second, over the last ten; if none did, none unless slow ones run. */
    public double jobsPerSecond() {
        return pace.ended().perSecond(at, Instant.EPOCH, inFlight);
    }

    public boolean isPaused() {
        return pause.isPresent();
    }

    /** Jobs that only wait for a worker: pending or ready. */
    public long waiting() {
        return pending + ready;
    }

    /**
     * The status of a queue from those of its partitions.
     *
     * @param parts the first is that of the home partition, where everybody signs in and which knows of a pause first
     */
    static QueueStatus together(List<QueueStatus> parts) {
        QueueStatus home = parts.getFirst();
        if (parts.size() == 1) {
            return home;
        }
        Map<PriorityLevel, Long> groups = new EnumMap<>(PriorityLevel.class);
        parts.forEach(part -> part.groups().forEach((level, count) -> groups.merge(level, count, Long::sum)));
        return new QueueStatus(
                home.queue(),
                home.at(),
                parts.stream().flatMap(part -> part.pause().stream()).findFirst(),
                groups,
                sum(parts, QueueStatus::parkedGroups),
                sum(parts, QueueStatus::activeGroups),
                sum(parts, QueueStatus::pending),
                sum(parts, QueueStatus::ready),
                sum(parts, QueueStatus::nonReady),
                sum(parts, QueueStatus::inFlight),
                sum(parts, QueueStatus::scheduled),
                sum(parts, QueueStatus::deadLetters),
                sum(parts, QueueStatus::recentDeadLetters),
                parts.stream().flatMap(part -> part.oldestWait().stream()).max(Comparator.naturalOrder()),
                new Lifetime(
                        sum(parts, part -> part.lifetime().enqueued()),
                        sum(parts, part -> part.lifetime().completed()),
                        sum(parts, part -> part.lifetime().failed()),
                        sum(parts, part -> part.lifetime().cancelled()),
                        sum(parts, part -> part.lifetime().expired()),
                        sum(parts, part -> part.lifetime().resolved()),
                        sum(parts, part -> part.lifetime().retried()),
                        sum(parts, part -> part.lifetime().corrected())),
                Pace.together(parts.stream().map(QueueStatus::pace).toList()),
                home.limits(),
                home.usedOfLimiter(),
                parts.stream().flatMap(part -> part.opening().stream()).findFirst(),
                home.instances(),
                parts.stream().flatMap(part -> part.unknownTypes().entrySet().stream()).collect(Collectors.toMap(
                        Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one.isBefore(other) ? one : other,
                        TreeMap::new)),
                home.alerts());
    }

    QueueStatus limitedBy(Ledger.Used limiter) {
        return new QueueStatus(queue, at, pause, groups, parkedGroups, activeGroups, pending, ready, nonReady, inFlight,
                scheduled, deadLetters, recentDeadLetters, oldestWait, lifetime, pace, limits, Optional.of(limiter),
                opening, instances, unknownTypes, alerts);
    }

    private static long sum(List<QueueStatus> parts, ToLongFunction<QueueStatus> number) {
        return parts.stream().mapToLong(number).sum();
    }

    static QueueStatus of(QueueName queue, Duration lostAfter, Reply reply) {
        Instant at = Instant.ofEpochMilli(reply.number("now"));
        Lifetime lifetime = lifetime(reply);
        long elsewhere = reply.number("ready") + reply.number("non_ready") + reply.number("in_flight")
                + reply.number("scheduled");
        Roster roster = Roster.of(at, lostAfter, reply.pairs("instances"));
        return new QueueStatus(
                queue,
                at,
                pause(reply),
                groups(reply),
                reply.number("parked"),
                reply.number("active"),
                Math.max(0, lifetime.unfinished() - elsewhere),
                reply.number("ready"),
                reply.number("non_ready"),
                reply.number("in_flight"),
                reply.number("scheduled"),
                reply.number("dead_letters"),
                reply.number("recent_dead_letters"),
                Moments.parse(reply.text("oldest_at"))
                        .map(since -> Duration.ofMillis(Math.max(0, Duration.between(since, at).toMillis()))),
                lifetime,
                Pace.of(reply),
                RuntimeLimits.of(reply),
                Optional.empty(),
                Opening.parse(reply.text("opening")),
                roster,
                unknownTypes(reply.pairs("unknown_types"), roster, at),
                reply.pairs("alerts"));
    }

    private static Map<String, Instant> unknownTypes(Map<String, String> met, Roster roster, Instant at) {
        Map<String, Instant> unknown = new TreeMap<>();
        met.forEach((type, times) -> {
            String[] time = times.split(" ");
            Instant last = Instant.ofEpochMilli(Long.parseLong(time[1]));
            if (!roster.types().contains(type) && last.plus(MET_WITHIN).isAfter(at)) {
                unknown.put(type, Instant.ofEpochMilli(Long.parseLong(time[0])));
            }
        });
        return unknown;
    }

    private static Map<PriorityLevel, Long> groups(Reply reply) {
        Map<PriorityLevel, Long> groups = new EnumMap<>(PriorityLevel.class);
        for (PriorityLevel level : PriorityLevel.values()) {
            groups.put(level, reply.number(level.name().toLowerCase(Locale.ROOT)));
        }
        return groups;
    }

    private static Lifetime lifetime(Reply reply) {
        return new Lifetime(
                reply.number("enqueued"),
                reply.number("completed"),
                reply.number("failed"),
                reply.number("cancelled"),
                reply.number("expired"),
                reply.number("resolved"),
                reply.number("retried"),
                reply.number("corrected"));
    }

    private static Optional<Pause> pause(Reply reply) {
        if (!reply.flag("paused")) {
            return Optional.empty();
        }
        return Optional.of(new Pause(
                Moments.parse(reply.text("paused_at")).orElse(Instant.EPOCH),
                reply.text("pause_reason"),
                reply.text("paused_by"),
                Optional.of(reply.text("failed_job"))
                        .filter(name -> !name.isEmpty())
                        .map(name -> new Failure(
                                JobName.parse(name), reply.text("error_code"), reply.text("error")))));
    }
}
