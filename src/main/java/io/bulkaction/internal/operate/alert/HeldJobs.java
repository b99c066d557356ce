package io.bulkaction.internal.operate.alert;

import io.bulkaction.GroupId;
import io.bulkaction.PriorityLevel;
import io.bulkaction.TenantId;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Counts the jobs of groups that are held: scheduled, paused, outside their sending window, or behind other groups. */
final class HeldJobs {

    /** Of a partition, and of a tenant on a level. Whoever has more hears of what waits there. */
    private static final int MAX_GROUPS = 1_000;

    private final RedisQueue redis;

    private HeldJobs(RedisQueue redis) {
        this.redis = redis;
    }

    static long of(Queue queue) {
        return queue.redis().stream().mapToLong(redis -> new HeldJobs(redis).count()).sum();
    }

    private long count() {
        List<CompletableFuture<Long>> sizes = first(redis.keys().held())
                .flatMap(id -> id.endsWith("/") ? groupsOf(id.substring(0, id.length() - 1)) : Stream.of(id))
                .flatMap(this::sizes)
                .toList();
        return sizes.stream().mapToLong(redis::await).sum();
    }

    private Stream<String> groupsOf(String tenant) {
        return Stream.of(PriorityLevel.values()).flatMap(level -> first(
                redis.keys().tenant(new TenantId(tenant), level.name().toLowerCase(Locale.ROOT))));
    }

    private Stream<CompletableFuture<Long>> sizes(String group) {
        GroupId id = new GroupId(group);
        return Stream.of(
                redis.readLater(commands -> commands.llen(redis.keys().group(id, "jobs"))),
                redis.readLater(commands -> commands.zcard(redis.keys().group(id, "returned"))));
    }

    private Stream<String> first(byte[] set) {
        return redis.read(commands -> commands.zrange(set, 0, MAX_GROUPS - 1)).stream().map(Utf8::text);
    }
}
