package io.bulkaction.internal.operate.alert;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.util.Map;
import java.util.Optional;

/** Shared by all instances. */
final class RedisAlertRecords implements AlertRecords {

    private final RedisQueue redis;

    RedisAlertRecords(RedisQueue redis) {
        this.redis = redis;
    }

    @Override
    public Map<String, String> all() {
        return Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().alerts())));
    }

    @Override
    public Optional<String> find(String cause) {
        byte[] field = Utf8.bytes(cause);
        return Optional.ofNullable(redis.read(commands -> commands.hget(redis.keys().alerts(), field)))
                .map(Utf8::text);
    }

    @Override
    public boolean create(String cause, String record) {
        return swap(cause, "", record);
    }

    @Override
    public boolean replace(String cause, String known, String record) {
        return swap(cause, known, record);
    }

    @Override
    public boolean remove(String cause, String known) {
        return swap(cause, known, "");
    }

    private boolean swap(String cause, String expected, String record) {
        Args args = new Args(3).add(cause).add(expected).add(record);
        return redis.call(Script.SWAP, args, redis.keys().alerts()).flag("swapped");
    }
}
