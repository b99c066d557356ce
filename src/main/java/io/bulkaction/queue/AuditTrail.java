package io.bulkaction.queue;

import io.bulkaction.queue.redis.RedisQueue;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAddArgs;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Who did what to a queue, newest first; the oldest entries make room for new ones. */
public final class AuditTrail {

    public static final int MAX_ENTRIES = 10_000;
    static final int MAX_TEXT = 500;

    private final RedisQueue redis;

    AuditTrail(RedisQueue redis) {
        this.redis = redis;
    }

    /** Texts are cut to a bounded length. */
    public void record(String who, String from, String action, String subject, String outcome, String detail) {
        Map<byte[], byte[]> fields = new LinkedHashMap<>();
        put(fields, "who", who);
        put(fields, "from", from);
        put(fields, "action", action);
        put(fields, "subject", subject);
        put(fields, "outcome", outcome);
        put(fields, "detail", detail);
        XAddArgs capped = XAddArgs.Builder.maxlen(MAX_ENTRIES).approximateTrimming();
        redis.read(commands -> commands.xadd(redis.keys().audit(), capped, fields));
    }

    /** @param before id of the last entry of the page before; null for the newest */
    public Page page(@Nullable String before, int limit) {
        Range<String> older = before == null
                ? Range.unbounded()
                : Range.from(Range.Boundary.unbounded(), Range.Boundary.excluding(before));
        CompletableFuture<Long> total = redis.readLater(commands -> commands.xlen(redis.keys().audit()));
        List<AuditEntry> entries =
                redis.read(commands -> commands.xrevrange(redis.keys().audit(), older, Limit.from(limit)))
                        .stream()
                        .map(AuditTrail::entry)
                        .toList();
        return new Page(redis.await(total), entries);
    }

    private static void put(Map<byte[], byte[]> fields, String name, String value) {
        String bounded = value.length() <= MAX_TEXT ? value : value.substring(0, MAX_TEXT) + "…";
        fields.put(name.getBytes(StandardCharsets.UTF_8), bounded.getBytes(StandardCharsets.UTF_8));
    }

    private static AuditEntry entry(StreamMessage<byte[], byte[]> message) {
        Map<String, String> fields = new HashMap<>();
        message.getBody().forEach((name, value) -> fields.put(text(name), text(value)));
        String id = message.getId();
        return new AuditEntry(
                id,
                Instant.ofEpochMilli(Long.parseLong(id.substring(0, id.indexOf('-')))),
                fields.getOrDefault("who", ""),
                fields.getOrDefault("from", ""),
                fields.getOrDefault("action", ""),
                fields.getOrDefault("subject", ""),
                fields.getOrDefault("outcome", ""),
                fields.getOrDefault("detail", ""));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** @param total entries there are, over all pages */
    public record Page(long total, List<AuditEntry> entries) {}
}
