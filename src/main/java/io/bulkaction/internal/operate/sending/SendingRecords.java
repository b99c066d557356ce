package io.bulkaction.internal.operate.sending;

import io.bulkaction.internal.redis.Args;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.internal.redis.Utf8;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The sending windows in Redis, for all queues and instances. Who changes one says what it was before. */
final class SendingRecords {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final RedisQueue redis;

    /** @param text how it is stored */
    record Stored(SendingWindow window, String text) {}

    /** @param home partition of the queue {@code default} */
    SendingRecords(RedisQueue home) {
        this.redis = home;
    }

    /** By name. */
    Map<String, SendingWindow> all() {
        Map<String, SendingWindow> all = new TreeMap<>();
        Utf8.texts(redis.read(commands -> commands.hgetall(redis.keys().sendingRules())))
                .forEach((name, text) -> all.put(name, JSON.readValue(text, SendingWindow.class)));
        return all;
    }

    Optional<Stored> find(String name) {
        byte[] field = Utf8.bytes(name);
        return Optional.ofNullable(redis.read(commands -> commands.hget(redis.keys().sendingRules(), field)))
                .map(Utf8::text)
                .map(text -> new Stored(JSON.readValue(text, SendingWindow.class), text));
    }

    /** False if somebody else has changed it meanwhile. @param known null if there is none */
    boolean replace(@Nullable Stored known, SendingWindow window) {
        return swap(window.name(), known == null ? "" : known.text(), JSON.writeValueAsString(window));
    }

    /** False if somebody else has changed it meanwhile. */
    boolean remove(Stored known) {
        return swap(known.window().name(), known.text(), "");
    }

    private boolean swap(String name, String expected, String record) {
        Args args = new Args(3).add(name).add(expected).add(record);
        return redis.call(Script.SWAP, args, redis.keys().sendingRules()).flag("swapped");
    }
}
