package io.bulkaction.testing;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.Utf8;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.Range;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Every key that starts with a prefix, with its type, its time to live and its contents, as text to read. */
public final class RedisDump {

    private final RedisAccess redis;

    private RedisDump(RedisAccess redis) {
        this.redis = redis;
    }

    /** Made for {@code assertThat(...).as(() -> RedisDump.of(redis, prefix))}. */
    public static String of(RedisAccess redis, String prefix) {
        RedisDump dump = new RedisDump(redis);
        Set<String> keys = dump.keys(prefix);
        return keys.stream().map(dump::line).collect(Collectors.joining(
                "\n", keys.size() + " keys of '" + prefix + "' in Redis:\n", "\n"));
    }

    private Set<String> keys(String prefix) {
        Set<String> keys = new TreeSet<>();
        String pattern = prefix.replaceAll("([\\[\\]*?\\\\])", "\\\\$1") + "*";
        ScanArgs args = ScanArgs.Builder.matches(pattern).limit(1000);
        ScanCursor cursor = ScanCursor.INITIAL;
        do {
            ScanCursor from = cursor;
            KeyScanCursor<byte[]> page = read(commands -> commands.scan(from, args));
            page.getKeys().forEach(key -> keys.add(Utf8.text(key)));
            cursor = page;
        } while (!cursor.isFinished());
        return keys;
    }

    private String line(String key) {
        long ttl = read(commands -> commands.ttl(Utf8.bytes(key)));
        String expiry = ttl < 0 ? "" : " (expires in " + ttl + " s)";
        String type = read(commands -> commands.type(Utf8.bytes(key)));
        return "%-6s %s%s = %s".formatted(type.toUpperCase(java.util.Locale.ROOT), key, expiry, contents(key, type));
    }

    private Object contents(String name, String type) {
        byte[] key = Utf8.bytes(name);
        return switch (type) {
            case "string" -> Utf8.text(read(commands -> commands.get(key)));
            case "list" -> texts(read(commands -> commands.lrange(key, 0, -1)));
            case "set" -> new TreeSet<>(texts(List.copyOf(read(commands -> commands.smembers(key)))));
            case "hash" -> new TreeMap<>(Utf8.texts(read(commands -> commands.hgetall(key))));
            case "zset" -> read(commands -> commands.zrangeWithScores(key, 0, -1)).stream()
                    .map(entry -> Map.entry(Utf8.text(entry.getValue()), entry.getScore()))
                    .toList();
            case "stream" -> read(commands -> commands.xrange(key, Range.unbounded())).stream()
                    .map(message -> message.getId() + " " + Utf8.texts(message.getBody()))
                    .toList();
            default -> "(gone while looking)";
        };
    }

    private static List<String> texts(List<byte[]> values) {
        return values.stream().map(Utf8::text).toList();
    }

    private <T> T read(Function<RedisClusterAsyncCommands<byte[], byte[]>, RedisFuture<T>> command) {
        return redis.await(command.apply(redis.commands()).toCompletableFuture());
    }
}
