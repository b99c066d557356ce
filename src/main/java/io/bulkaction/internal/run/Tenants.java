package io.bulkaction.internal.run;

import io.bulkaction.GroupLimits;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import java.time.Instant;
import java.util.Optional;

/** The tenants of a queue: their limits, and whether they are paused. */
public final class Tenants {

    private final RedisQueue redis;

    private Tenants(RedisQueue redis) {
        this.redis = redis;
    }

    public static Tenants of(Queue queue) {
        return new Tenants(queue.redis());
    }

    /**
     * Changes the tenant's rate and its weight; if it was parked by the old rate, it is served again at once.
     *
     * @param limits without a concurrency, which a tenant has not
     * @return empty when there is no such tenant
     */
    public Optional<Groups.Limited> limit(TenantId tenant, GroupLimits limits) {
        Reply reply = redis.call(
                Script.LIMIT_TENANT,
                args(tenant)
                        .add(limits.maxRps() == null ? null : limits.maxRps().toString())
                        .add(limits.weight() == null ? null : limits.weight().toString())
                        .add(redis.now()),
                redis.keys().tenant(tenant, "meta"),
                redis.keys().tenants(),
                redis.keys().wakeFetcher());
        String weight = reply.text("weight");
        return found(reply).map(answer -> new Groups.Limited(
                answer.equals("changed"),
                new GroupLimits(
                        Double.valueOf(reply.text("max_rps")), null,
                        weight.isEmpty() ? GroupLimits.DEFAULT_WEIGHT : Double.parseDouble(weight))));
    }

    /** Starts nothing more of it; what runs continues to its end. Empty when there is no such tenant. */
    public Optional<Paused> pause(TenantId tenant, String reason, String by) {
        Reply reply = redis.call(
                Script.PAUSE_TENANT,
                args(tenant).add(reason).add(by).add(redis.now()),
                redis.keys().tenant(tenant, "meta"),
                redis.keys().tenants());
        return found(reply).map(answer -> new Paused(
                answer.equals("paused"),
                Instant.ofEpochMilli(reply.number("paused_at")),
                reply.text("reason"),
                reply.text("by")));
    }

    /** Empty when there is no such tenant. */
    public Optional<Resumed> resume(TenantId tenant) {
        Reply reply = redis.call(
                Script.RESUME_TENANT,
                args(tenant).add(redis.now()),
                redis.keys().tenant(tenant, "meta"),
                redis.keys().tenants(),
                redis.keys().wakeFetcher(),
                redis.keys().wakeWorker());
        return found(reply).map(answer -> new Resumed(
                answer.equals("resumed"), Instant.ofEpochMilli(reply.number("resumed_at"))));
    }

    private Args args(TenantId tenant) {
        return new Args(5).add(redis.keys().prefix()).add(tenant + "/");
    }

    private static Optional<String> found(Reply reply) {
        return Optional.of(reply.text("answer")).filter(answer -> !answer.equals("missing"));
    }

    /** @param changed false if the tenant was paused before; the other values are then those of that pause */
    public record Paused(boolean changed, Instant since, String reason, String by) {}

    /** @param changed false if the tenant was not paused */
    public record Resumed(boolean changed, Instant at) {}
}
