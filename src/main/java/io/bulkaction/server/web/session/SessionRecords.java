package io.bulkaction.server.web.session;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Utf8;
import java.util.List;

/** The sessions in Redis. One that is not there any more is over, on whichever instance it is. */
final class SessionRecords {

    private final RedisQueue redis;

    private SessionRecords(RedisQueue redis) {
        this.redis = redis;
    }

    static SessionRecords of(Queue queue) {
        return new SessionRecords(queue.home().redis());
    }

    List<SessionRecord> all() {
        return Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().sessions()))).values().stream()
                .map(SessionRecord::parse)
                .toList();
    }

    boolean exists(String id) {
        return redis.read(commands -> commands.hexists(redis.keys().sessions(), Utf8.bytes(id)));
    }

    void put(SessionRecord session) {
        redis.read(commands -> commands.hset(
                redis.keys().sessions(), Utf8.bytes(session.id()), Utf8.bytes(session.text())));
    }

    boolean remove(String id) {
        return redis.read(commands -> commands.hdel(redis.keys().sessions(), Utf8.bytes(id))) > 0;
    }

    /** Waits for nothing. */
    void forget(String id) {
        redis.readLater(commands -> commands.hdel(redis.keys().sessions(), Utf8.bytes(id)));
    }
}
