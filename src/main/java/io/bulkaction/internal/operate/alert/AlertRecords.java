package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What is wrong with a queue, known to all instances: one record per cause. What a record says is its writer's business. */
public final class AlertRecords {

    private final RedisQueue redis;

    private AlertRecords(RedisQueue redis) {
        this.redis = redis;
    }

    public static AlertRecords of(Queue queue) {
        return new AlertRecords(queue.redis());
    }

    public Map<String, String> all() {
        Map<String, String> records = new HashMap<>();
        redis.read(commands -> commands.hgetall(redis.keys().alerts()))
                .forEach((cause, record) -> records.put(text(cause), text(record)));
        return records;
    }

    public Optional<String> find(String cause) {
        byte[] field = cause.getBytes(StandardCharsets.UTF_8);
        return Optional.ofNullable(redis.read(commands -> commands.hget(redis.keys().alerts(), field)))
                .map(AlertRecords::text);
    }

    /** True for the one caller who is first; false when there is a record already. */
    public boolean create(String cause, String record) {
        return swap(cause, "", record);
    }

    /** False when the record is no longer what the caller knows. */
    public boolean replace(String cause, String known, String record) {
        return swap(cause, known, record);
    }

    public boolean remove(String cause, String known) {
        return swap(cause, known, "");
    }

    private boolean swap(String cause, String expected, String record) {
        Args args = new Args(3).add(cause).add(expected).add(record);
        return redis.call(Script.SWAP, args, redis.keys().alerts()).flag("swapped");
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
