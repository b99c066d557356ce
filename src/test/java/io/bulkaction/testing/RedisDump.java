package io.bulkaction.testing;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.data.domain.Range;
import org.springframework.data.redis.connection.DataType;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Every key that starts with a prefix, with its type, its time to live and its contents, as text to read. */
public final class RedisDump {

    private final StringRedisTemplate redis;

    private RedisDump(RedisConnectionFactory factory) {
        this.redis = new StringRedisTemplate(factory);
    }

    /** Made for {@code assertThat(...).as(() -> RedisDump.of(factory, prefix))}. */
    public static String of(RedisConnectionFactory factory, String prefix) {
        RedisDump dump = new RedisDump(factory);
        Set<String> keys = dump.keys(prefix);
        return keys.stream().map(dump::line).collect(Collectors.joining(
                "\n", keys.size() + " keys of '" + prefix + "' in Redis:\n", "\n"));
    }

    private Set<String> keys(String prefix) {
        Set<String> keys = new TreeSet<>();
        String pattern = prefix.replaceAll("([\\[\\]*?\\\\])", "\\\\$1") + "*";
        try (Cursor<String> found = redis.scan(ScanOptions.scanOptions().match(pattern).count(1000).build())) {
            found.forEachRemaining(keys::add);
        }
        return keys;
    }

    private String line(String key) {
        Long ttl = redis.getExpire(key);
        String expiry = ttl == null || ttl < 0 ? "" : " (expires in " + ttl + " s)";
        DataType type = redis.type(key);
        return "%-6s %s%s = %s".formatted(type.name(), key, expiry, contents(key, type));
    }

    private Object contents(String key, DataType type) {
        Object contents = switch (type) {
            case STRING -> redis.opsForValue().get(key);
            case LIST -> redis.opsForList().range(key, 0, -1);
            case SET -> new TreeSet<>(redis.opsForSet().members(key));
            case HASH -> new TreeMap<>(redis.<String, String>opsForHash().entries(key));
            case ZSET -> redis.opsForZSet().rangeWithScores(key, 0, -1).stream()
                    .map(entry -> Map.entry(String.valueOf(entry.getValue()), entry.getScore()))
                    .toList();
            case STREAM -> redis.<String, String>opsForStream().range(key, Range.unbounded());
            case NONE -> null;
        };
        return contents == null ? "(gone while looking)" : contents;
    }
}
