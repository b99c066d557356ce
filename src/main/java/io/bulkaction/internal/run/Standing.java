package io.bulkaction.internal.run;

import io.bulkaction.internal.flow.Opening;
import io.bulkaction.internal.redis.Moments;
import io.bulkaction.internal.redis.Reply;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a group or a whole tenant waits for, and who is served before it.
 *
 * @param parked why the group is parked: rate, throttled, concurrency, processor or full; empty if it is not
 * @param parkedUntil until when; empty if until an event
 * @param maxRps the group's own rate limit, 0 = none
 * @param maxConcurrency the group's own concurrency limit, 0 = none
 * @param tenant what its tenant waits for
 * @param turn where it stands in its level; empty if it is not there
 * @param nextRetry when the next retry of the group is due, if that is among the next ones of the queue
 * @param nextStart when the first of its scheduled jobs starts; empty without any
 * @param before how many jobs of the group come before the job that was asked for; empty if that is not known
 * @param missing the processor type that the group waits for; empty if it does not
 */
public record Standing(
        String parked,
        Optional<Instant> parkedUntil,
        double maxRps,
        long maxConcurrency,
        double weight,
        Tenant tenant,
        Optional<Turn> turn,
        Optional<Instant> nextRetry,
        OptionalLong before,
        Optional<Instant> nextStart,
        String missing) {

    /**
     * @param parked why it is parked: rate, concurrency, held or paused; empty if it is not
     * @param window its sending window; empty if it has none
     * @param opening of that; empty while it is open
     */
    public record Tenant(
            String parked, Optional<Instant> until, double maxRps, long maxConcurrency, Optional<Instant> pausedAt,
            String pauseReason, String pausedBy, String window, Optional<Opening> opening) {}

    /**
     * @param membersAhead groups and tenants of the level that have their turn before it
     * @param members all groups and tenants of the level
     * @param jobsAhead about how many jobs start before its next one
     */
    public record Turn(long membersAhead, long members, long jobsAhead) {}

    static Standing of(Reply reply) {
        return new Standing(
                reply.text("parked"),
                Moments.parse(reply.text("parked_until")),
                Double.parseDouble(reply.text("max_rps")),
                (long) Double.parseDouble(reply.text("max_concurrency")),
                Double.parseDouble(reply.text("weight")),
                new Tenant(
                        reply.text("tenant_parked"),
                        Moments.parse(reply.text("tenant_until")),
                        Double.parseDouble(reply.text("tenant_rps")),
                        (long) Double.parseDouble(reply.text("tenant_concurrency")),
                        Moments.parse(reply.text("paused_at")),
                        reply.text("pause_reason"),
                        reply.text("paused_by"),
                        reply.text("tenant_window"),
                        Opening.parse(reply.text("tenant_opening"))),
                reply.text("members_ahead").isEmpty()
                        ? Optional.empty()
                        : Optional.of(new Turn(
                                reply.number("members_ahead"), reply.number("members"), reply.number("jobs_ahead"))),
                Moments.parse(reply.text("next_retry")),
                reply.text("before").isEmpty() ? OptionalLong.empty() : OptionalLong.of(reply.number("before")),
                Moments.parse(reply.text("next_start")),
                reply.text("missing"));
    }
}
