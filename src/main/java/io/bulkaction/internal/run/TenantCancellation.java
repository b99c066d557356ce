package io.bulkaction.internal.run;

import io.bulkaction.GroupStatus;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Cancels all runs that a tenant has at one moment. It is noted in Redis until each of them is marked; from then on the
 * cancellation of each group goes on by itself. So none is left out if this process dies in between.
 */
final class TenantCancellation {

    private static final Set<GroupStatus> UNMARKED =
            Set.of(GroupStatus.CREATED, GroupStatus.DISPATCHED, GroupStatus.RUNNING);

    private final Queue queue;
    private final RedisQueue redis;
    private final TenantId tenant;
    private final Instant began;
    private final String reason;

    private TenantCancellation(Queue queue, TenantId tenant, Instant began, String reason) {
        this.queue = queue;
        this.redis = queue.of(tenant).redis();
        this.tenant = tenant;
        this.began = began;
        this.reason = reason;
    }

    /** Empty if there is no such tenant. */
    static Optional<TenantCancellation> begin(Queue queue, TenantId tenant, String reason) {
        Reply reply = call(queue.of(tenant).redis(), tenant, "begin", "", reason);
        return reply.text("answer").equals("missing") ? Optional.empty()
                : Optional.of(new TenantCancellation(
                        queue, tenant, Instant.ofEpochMilli(reply.number("began_at")), reason));
    }

    /** Those without a recent step. */
    static List<TenantCancellation> orphaned(Queue queue, Duration patience) {
        List<TenantCancellation> found = new ArrayList<>();
        queue.forEachInTurn(partition -> found.addAll(orphaned(queue, partition.redis(), patience)));
        return found;
    }

    private static List<TenantCancellation> orphaned(Queue queue, RedisQueue redis, Duration patience) {
        Instant now = Instant.ofEpochMilli(redis.millis());
        return Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().cancellingTenants())))
                .entrySet()
                .stream()
                .filter(noted -> isOld(time(noted.getValue(), 1), now, patience))
                .map(noted -> new TenantCancellation(
                        queue,
                        new TenantId(noted.getKey().substring(0, noted.getKey().length() - 1)),
                        time(noted.getValue(), 0),
                        noted.getValue().split(" ", 3)[2]))
                .toList();
    }

    private static boolean isOld(Instant step, Instant now, Duration patience) {
        return Duration.between(step, now).abs().compareTo(patience) > 0; // the clock may have gone back
    }

    private static Instant time(String note, int word) {
        return Instant.ofEpochMilli(Long.parseLong(note.split(" ", 3)[word]));
    }

    /**
     * Marks the next groups.
     *
     * @return their cancellers, to be continued; empty when all are marked, and then there is nothing to note any more
     */
    List<Canceller> beginSome(int limit) {
        Groups groups = Groups.of(queue);
        List<GroupState> next = groups.states(Tenants.of(queue).groups(tenant).orElse(List.of())).stream()
                .filter(group -> UNMARKED.contains(group.status()) && !group.createdAt().isAfter(began))
                .limit(limit)
                .toList();
        call(redis, tenant, next.isEmpty() ? "end" : "continue", "" + began.toEpochMilli(), reason);
        return next.stream().map(group -> {
            Canceller canceller = new Canceller(groups, group.group(), reason);
            canceller.step();
            return canceller;
        }).toList();
    }

    TenantId tenant() {
        return tenant;
    }

    /** Runs that begin later go on. */
    Instant began() {
        return began;
    }

    private static Reply call(RedisQueue redis, TenantId tenant, String step, String began, String reason) {
        return redis.call(
                Script.CANCEL_TENANT,
                new Args(5).add(tenant + "/").add(step).add(began).add(reason).add(redis.now()),
                redis.keys().cancellingTenants(),
                redis.keys().tenants());
    }
}
