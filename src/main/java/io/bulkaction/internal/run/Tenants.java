package io.bulkaction.internal.run;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Reply;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.Value;
import io.lettuce.core.ValueScanCursor;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The tenants of a queue: their limits, and whether they are paused. */
public final class Tenants {

    private static final int STEP = 500;

    private final Queue queue;

    private Tenants(Queue queue) {
        this.queue = queue;
    }

    public static Tenants of(Queue queue) {
        return new Tenants(queue);
    }

    /** Empty when there is no such tenant; a paused one may have no groups left. */
    public Optional<List<GroupId>> groups(TenantId tenant) {
        RedisQueue redis = queue.of(tenant).redis();
        boolean known =
                redis.read(commands -> commands.sismember(redis.keys().tenants(), Utf8.bytes(tenant + "/")));
        if (!known) {
            return Optional.empty();
        }
        byte[] key = redis.keys().tenant(tenant, "groups");
        Set<String> ids = new TreeSet<>(); // a walk over a set may return one twice
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            ScanCursor from = cursor;
            ValueScanCursor<byte[]> page =
                    redis.read(commands -> commands.sscan(key, from, ScanArgs.Builder.limit(STEP)));
            page.getValues().forEach(id -> ids.add(Utf8.text(id)));
            cursor = page;
        } while (!cursor.isFinished());
        return Optional.of(ids.stream().map(GroupId::new).toList());
    }

    /** Empty when the tenant is not paused. */
    public Optional<Paused> pauseOf(TenantId tenant) {
        RedisQueue redis = queue.of(tenant).redis();
        Map<String, String> meta = new HashMap<>();
        redis.read(commands -> commands.hmget(
                redis.keys().tenant(tenant, "meta"), Utf8.bytes("pausedAt"), Utf8.bytes("pauseReason"),
                Utf8.bytes("pausedBy")))
                .stream()
                .filter(Value::hasValue)
                .forEach(field -> meta.put(Utf8.text(field.getKey()), Utf8.text(field.getValue())));
        return Optional.ofNullable(meta.get("pausedAt")).map(since -> new Paused(
                false, Instant.ofEpochMilli(Long.parseLong(since)), meta.get("pauseReason"), meta.get("pausedBy")));
    }

    /** On behalf of somebody who is kept to no groups: what it sets binds whoever is. */
    public Optional<Groups.Limited> limit(TenantId tenant, GroupLimits limits) {
        return limit(tenant, limits, false);
    }

    /**
     * Changes the tenant's limits and its weight; if it was parked by the old limits, it is served again at once.
     *
     * @param isKept whether who wants it is kept to some groups
     * @return empty when there is no such tenant
     * @throws BeyondBoundsException when it is more than others have set
     */
    public Optional<Groups.Limited> limit(TenantId tenant, GroupLimits limits, boolean isKept) {
        RedisQueue redis = queue.of(tenant).redis();
        double configured = redis.settings().fairQueue().weightOf(tenant.value());
        Reply reply = redis.call(
                Script.LIMIT_TENANT,
                args(redis, tenant)
                        .add(limits.maxRps() == null ? null : limits.maxRps().toString())
                        .add(limits.maxConcurrency() == null ? null : limits.maxConcurrency().toString())
                        .add(limits.weight() == null ? null : limits.weight().toString())
                        .add(limits.sendingWindow())
                        .add(isKept ? Groups.mostWeight(configured) : null)
                        .add(redis.now()),
                redis.keys().tenant(tenant, "meta"),
                redis.keys().tenants(),
                redis.keys().wakeFetcher(),
                redis.keys().wakeDispatcher());
        queue.signals().work(queue.of(tenant).number());
        return Groups.limited(reply, configured);
    }

    /** Starts nothing more of it; what runs continues to its end. Empty when there is no such tenant. */
    public Optional<Paused> pause(TenantId tenant, String reason, String by) {
        RedisQueue redis = queue.of(tenant).redis();
        Reply reply = redis.call(
                Script.PAUSE_TENANT,
                args(redis, tenant).add(reason).add(by).add(redis.now()),
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
        RedisQueue redis = queue.of(tenant).redis();
        Reply reply = redis.call(
                Script.RESUME_TENANT,
                args(redis, tenant).add(redis.now()),
                redis.keys().tenant(tenant, "meta"),
                redis.keys().tenants(),
                redis.keys().wakeFetcher(),
                redis.keys().wakeWorker());
        queue.signals().work(queue.of(tenant).number());
        return found(reply).map(answer -> new Resumed(
                answer.equals("resumed"), Instant.ofEpochMilli(reply.number("resumed_at"))));
    }

    private static Args args(RedisQueue redis, TenantId tenant) {
        return new Args(8).add(redis.keys().prefix()).add(tenant + "/");
    }

    private static Optional<String> found(Reply reply) {
        return Optional.of(reply.text("answer")).filter(answer -> !answer.equals("missing"));
    }

    /** @param changed false if the tenant was paused before; the other values are then those of that pause */
    public record Paused(boolean changed, Instant since, String reason, String by) {}

    /** @param changed false if the tenant was not paused */
    public record Resumed(boolean changed, Instant at) {}
}
