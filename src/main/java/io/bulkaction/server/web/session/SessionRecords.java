package io.bulkaction.server.web.session;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The sessions in Redis. One that is not there any more is over, on whichever instance it is. */
final class SessionRecords {

    /** Every request of the page waits for this answer, and goes on without it. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

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

    /** Empty for one that was ended. */
    Optional<SessionRecord> find(String id) {
        byte[] found = quickly(redis.readLater(commands -> commands.hget(redis.keys().sessions(), Utf8.bytes(id))));
        return Optional.ofNullable(found).map(Utf8::text).map(SessionRecord::parse);
    }

    void put(SessionRecord session) {
        quickly(redis.readLater(commands -> commands.hset(
                redis.keys().sessions(), Utf8.bytes(session.id()), Utf8.bytes(session.text()))));
    }

    /** Waits for nothing, and never brings back one that was ended meanwhile. */
    void replace(SessionRecord known, SessionRecord changed) {
        redis.callLater(Script.SWAP, new Args(3).add(known.id()).add(known.text()).add(changed.text()),
                redis.keys().sessions());
    }

    private static <T> T quickly(CompletableFuture<T> answer) {
        try {
            return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new IllegalStateException("Redis does not say what sessions there are", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Redis was asked for a session", e);
        }
    }

    boolean remove(String id) {
        return redis.read(commands -> commands.hdel(redis.keys().sessions(), Utf8.bytes(id))) > 0;
    }

    /** Waits for nothing. */
    void forget(String id) {
        redis.readLater(commands -> commands.hdel(redis.keys().sessions(), Utf8.bytes(id)));
    }
}
