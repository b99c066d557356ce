package io.bulkaction.internal.operate;

import io.bulkaction.internal.flow.Recent;
import io.bulkaction.internal.redis.Moments;
import io.bulkaction.internal.redis.Reply;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How the work of a queue goes on.
 *
 * @param ended jobs that ended in the last seconds
 * @param movedAt when a job was last claimed or ended, the queue resumed or its sending window opened; the epoch if never
 * @param leftAlone of each partition in which work waits that may be served: since when it waits and nothing has moved
 * @param nextRetry when the next retry is due; empty if none waits
 * @param nextParked when the first parked group may go on; empty if none is parked until a time
 * @param nextStart when the first scheduled job starts; empty without any
 * @param unsealed groups whose run is not sealed
 * @param members groups and tenants that take turns, those that are parked or paused left out
 * @param pausedGroups groups that a person has paused
 * @param resumedAt when it was resumed last; empty if never
 */
public record Pace(
        Recent ended,
        Instant movedAt,
        List<Instant> leftAlone,
        Optional<Instant> nextRetry,
        Optional<Instant> nextParked,
        Optional<Instant> nextStart,
        long unsealed,
        long members,
        long pausedGroups,
        Optional<Instant> resumedAt) {

    static Pace together(List<Pace> parts) {
        return new Pace(
                parts.stream().map(Pace::ended).reduce(Recent.NONE, Recent::plus),
                parts.stream().map(Pace::movedAt).max(Comparator.naturalOrder()).orElseThrow(),
                parts.stream().flatMap(part -> part.leftAlone().stream()).toList(),
                parts.stream().flatMap(part -> part.nextRetry().stream()).min(Comparator.naturalOrder()),
                parts.stream().flatMap(part -> part.nextParked().stream()).min(Comparator.naturalOrder()),
                parts.stream().flatMap(part -> part.nextStart().stream()).min(Comparator.naturalOrder()),
                parts.stream().mapToLong(Pace::unsealed).sum(),
                parts.stream().mapToLong(Pace::members).sum(),
                parts.stream().mapToLong(Pace::pausedGroups).sum(),
                parts.stream().flatMap(part -> part.resumedAt().stream()).max(Comparator.naturalOrder()));
    }

    static Pace of(Reply reply) {
        Recent ended = Recent.parse(reply.text("ended"));
        Instant moved = Stream.of(
                ended.lastEnd(),
                Moments.parse(reply.text("claimed_at")).orElse(Instant.EPOCH),
                Moments.parse(reply.text("resumed_at")).orElse(Instant.EPOCH),
                Moments.parse(reply.text("opened_at")).orElse(Instant.EPOCH))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new Pace(
                ended,
                moved,
                Moments.parse(reply.text("waits_since")).map(since -> later(since, moved)).stream().toList(),
                Moments.parse(reply.text("next_retry")),
                Moments.parse(reply.text("next_parked")),
                Moments.parse(reply.text("next_start")),
                reply.number("unsealed"),
                reply.number("members"),
                reply.number("paused_groups"),
                Moments.parse(reply.text("resumed_at")));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
