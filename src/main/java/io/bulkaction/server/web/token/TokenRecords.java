package io.bulkaction.server.web.token;

import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The API tokens in Redis, the same for all instances. */
final class TokenRecords {

    private static final int MAX_ATTEMPTS = 10;

    private final RedisQueue redis;

    private TokenRecords(RedisQueue redis) {
        this.redis = redis;
    }

    static TokenRecords of(Queue queue) {
        return new TokenRecords(queue.home().redis());
    }

    /** On the clock of Redis, which all instances share. */
    Instant now() {
        return Instant.ofEpochMilli(redis.millis());
    }

    long count() {
        return redis.read(commands -> commands.hlen(redis.keys().tokens()));
    }

    List<TokenRecord> all() {
        return Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().tokens()))).values().stream()
                .map(TokenRecord::parse)
                .toList();
    }

    Set<String> names() {
        return redis.read(commands -> commands.hkeys(redis.keys().tokens())).stream().map(Utf8::text)
                .collect(Collectors.toSet());
    }

    Optional<TokenRecord> find(String name) {
        return text(name).map(TokenRecord::parse);
    }

    private Optional<String> text(String name) {
        byte[] field = Utf8.bytes(name);
        return Optional.ofNullable(redis.read(commands -> commands.hget(redis.keys().tokens(), field)))
                .map(Utf8::text);
    }

    /** False if there is one of that name. */
    boolean create(TokenRecord token) {
        return swap(token.name(), "", token.text());
    }

    /** Never brings back one that is revoked meanwhile. Empty if there is none of that name. */
    Optional<TokenRecord> change(String name, UnaryOperator<TokenRecord> change) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Optional<String> known = text(name);
            Optional<TokenRecord> changed = known.map(TokenRecord::parse).map(change);
            if (known.isEmpty() || swap(name, known.get(), changed.get().text())) {
                return changed;
            }
        }
        throw new IllegalStateException("others keep changing the API token " + name);
    }

    private boolean swap(String name, String expected, String record) {
        Args args = new Args(3).add(name).add(expected).add(record);
        return redis.call(Script.SWAP, args, redis.keys().tokens()).flag("swapped");
    }

    boolean remove(String name) {
        byte[] field = Utf8.bytes(name);
        boolean removed = redis.read(commands -> commands.hdel(redis.keys().tokens(), field)) > 0;
        redis.read(commands -> commands.hdel(redis.keys().tokenUses(), field));
        return removed;
    }

    void forgetUse(String name) {
        redis.readLater(commands -> commands.hdel(redis.keys().tokenUses(), Utf8.bytes(name)));
    }

    Map<String, String> uses() {
        return Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().tokenUses())));
    }

    /** Waits for nothing: a use that is not noted is no reason to keep its caller waiting, or out. */
    void noteUse(String name, String use) {
        redis.readLater(commands -> commands.hset(redis.keys().tokenUses(), Utf8.bytes(name), Utf8.bytes(use)));
    }
}
