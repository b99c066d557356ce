package io.bulkaction.testing;

import static org.awaitility.Awaitility.await;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.redis.RedisQueue;
import io.lettuce.core.ScriptOutputType;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Every key of a queue at one moment, read in one step so that nothing moves meanwhile. */
public final class QueueKeys {

    /** Why the prefix is a key: it has the queue's tag, so a cluster sends the script to the node that holds the queue. */
    private static final String READ = """
            local reply = {}
            for _, key in ipairs(redis.call('KEYS', KEYS[1] .. '*')) do
              local kind = redis.call('TYPE', key).ok
              local content = {}
              if kind == 'string' then content = { redis.call('GET', key) }
              elseif kind == 'list' then content = redis.call('LRANGE', key, 0, -1)
              elseif kind == 'set' then content = redis.call('SMEMBERS', key)
              elseif kind == 'hash' then content = redis.call('HGETALL', key)
              elseif kind == 'zset' then content = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
              reply[#reply + 1] = { key, kind, redis.call('PTTL', key), content }
            end
            return reply
            """;

    /** @param ttl milliseconds, -1 = kept for ever */
    record Entry(String kind, long ttl, List<String> content) {}

    private final Map<String, Entry> entries = new TreeMap<>();

    /** Why kept: one who looks at every job would otherwise read all claims for each of them. */
    private final Map<String, Map<String, String>> pairs = new HashMap<>();

    public QueueKeys(RedisQueue redis) {
        String prefix = redis.keys().prefix();
        // why again: a busy machine, or a cluster that has just changed its master, may answer late
        List<?> rows = await().ignoreException(RedisUnavailableException.class).until(
                () -> redis.read(commands -> commands.<List<?>>eval(
                        bytes(READ), ScriptOutputType.MULTI, new byte[][] {bytes(prefix)})),
                Objects::nonNull);
        for (Object row : rows) {
            List<?> cells = (List<?>) row;
            entries.put(
                    text(cells.get(0)).substring(prefix.length()),
                    new Entry(
                            text(cells.get(1)),
                            (Long) cells.get(2),
                            ((List<?>) cells.get(3)).stream().map(QueueKeys::text).toList()));
        }
    }

    /** What each key holds, for comparing two moments. */
    Map<String, String> contents() {
        Map<String, String> contents = new TreeMap<>();
        entries.forEach((name, entry) -> contents.put(name, entry.kind() + " " + entry.content()));
        return contents;
    }

    public Set<String> names() {
        return entries.keySet();
    }

    boolean has(String name) {
        return entries.containsKey(name);
    }

    String type(String name) {
        return entries.get(name).kind();
    }

    long ttl(String name) {
        return entries.get(name).ttl();
    }

    /** What a list or set holds; empty when there is none. */
    List<String> members(String name) {
        Entry entry = entries.get(name);
        return entry == null ? List.of() : entry.content();
    }

    /** Fields of a hash, or members and scores of a sorted set in its order; empty when there is none. */
    Map<String, String> pairs(String name) {
        return pairs.computeIfAbsent(name, any -> pairsOf(members(name)));
    }

    private static Map<String, String> pairsOf(List<String> content) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = 0; i + 1 < content.size(); i += 2) {
            pairs.put(content.get(i), content.get(i + 1));
        }
        return Collections.unmodifiableMap(pairs);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Object value) {
        return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(value);
    }
}
