package io.bulkaction.internal.operate;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/** The stored tasks of a queue, shared by all instances; the content of a record is up to the caller. */
final class TaskRecords {

    private final RedisQueue redis;

    private TaskRecords(RedisQueue redis) {
        this.redis = redis;
    }

    static TaskRecords of(Queue queue) {
        return new TaskRecords(queue.home().redis());
    }

    /** On the clock of Redis, which all instances share. */
    Instant now() {
        return Instant.ofEpochMilli(redis.millis());
    }

    Map<String, String> all() {
        return Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().progress())));
    }

    void put(String id, String record) {
        redis.read(commands -> commands.hset(redis.keys().progress(), Utf8.bytes(id), Utf8.bytes(record)));
    }

    void remove(Collection<String> ids) {
        if (!ids.isEmpty()) {
            byte[][] fields = ids.stream().map(Utf8::bytes).toArray(byte[][]::new);
            redis.read(commands -> commands.hdel(redis.keys().progress(), fields));
        }
    }
}
