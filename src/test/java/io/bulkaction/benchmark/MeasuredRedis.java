package io.bulkaction.benchmark;

import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.EmbeddedRedisSettings.AppendFsync;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.util.FileSystemUtils;

/** The Redis that everything runs on: the one that the service brings, or the one of the property, which is emptied. */
final class MeasuredRedis implements AutoCloseable {

    private final URI address;
    private final @Nullable EmbeddedRedis own;
    private final Path dir;

    private MeasuredRedis(URI address, @Nullable EmbeddedRedis own, Path dir) {
        this.address = address;
        this.own = own;
        this.dir = dir;
    }

    static MeasuredRedis open() throws IOException {
        Path dir = Files.createTempDirectory("bulk-action-benchmark");
        String given = System.getProperty("benchmark.redis", "");
        if (!given.isEmpty()) {
            return new MeasuredRedis(URI.create(given), null, dir);
        }
        EmbeddedRedis own = EmbeddedRedis.start(
                new EmbeddedRedisSettings(true, dir, AppendFsync.EVERYSEC, null, null, Duration.ofMinutes(1)));
        return new MeasuredRedis(
                URI.create("redis://:%s@%s:%d".formatted(own.password(), own.host(), own.port())), own, dir);
    }

    String address() {
        return address.toString();
    }

    RedisClient client() {
        return RedisClient.create(RedisURI.create(address));
    }

    @Override
    public void close() throws IOException {
        if (own != null) {
            own.close();
        }
        FileSystemUtils.deleteRecursively(dir);
    }
}
