package io.bulkaction.internal.operate;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.RedisQueue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** How far actions of many steps have come, for all instances to read. What a record says is its writer's business. */
public final class ProgressRecords {

    private final RedisQueue redis;

    private ProgressRecords(RedisQueue redis) {
        this.redis = redis;
    }

    public static ProgressRecords of(Queue queue) {
        return new ProgressRecords(queue.redis());
    }

    /** By the clock that all instances share. */
    public Instant now() {
        return Instant.ofEpochMilli(redis.millis());
    }

    public Map<String, String> all() {
        Map<String, String> records = new HashMap<>();
        redis.read(commands -> commands.hgetall(redis.keys().progress()))
                .forEach((id, record) -> records.put(text(id), text(record)));
        return records;
    }

    public void put(String id, String record) {
        redis.read(commands -> commands.hset(redis.keys().progress(), bytes(id), bytes(record)));
    }

    public void remove(Collection<String> ids) {
        if (!ids.isEmpty()) {
            byte[][] fields = ids.stream().map(ProgressRecords::bytes).toArray(byte[][]::new);
            redis.read(commands -> commands.hdel(redis.keys().progress(), fields));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
