package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.util.Map;
import java.util.Optional;

/** The stored alerts of a queue, shared by all instances: one record per cause, whose content is up to the caller. */
final class AlertRecords {

    private final RedisQueue redis;

    private AlertRecords(RedisQueue redis) {
        this.redis = redis;
    }

    static AlertRecords of(Queue queue) {
        return new AlertRecords(queue.home().redis());
    }

    Map<String, String> all() {
        return Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().alerts())));
    }

    Optional<String> find(String cause) {
        byte[] field = Utf8.bytes(cause);
        return Optional.ofNullable(redis.read(commands -> commands.hget(redis.keys().alerts(), field)))
                .map(Utf8::text);
    }

    /** True for the first caller; false if there is a record already. */
    boolean create(String cause, String record) {
        return swap(cause, "", record);
    }

    /** False if the record is no longer what the caller knows. */
    boolean replace(String cause, String known, String record) {
        return swap(cause, known, record);
    }

    boolean remove(String cause, String known) {
        return swap(cause, known, "");
    }

    private boolean swap(String cause, String expected, String record) {
        Args args = new Args(3).add(cause).add(expected).add(record);
        return redis.call(Script.SWAP, args, redis.keys().alerts()).flag("swapped");
    }
}
