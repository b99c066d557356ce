package io.bulkaction.internal.testkit;

import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.EmbeddedRedisSettings.AppendFsync;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.springframework.util.ClassUtils;
import org.springframework.util.FileSystemUtils;

/** One embedded Redis for all tests of a JVM, started by the first that asks, gone with the JVM. */
public final class SharedRedis {

    private SharedRedis() {}

    /** What an application context needs to use it with keys of its own. */
    public static Map<String, Object> settings() {
        if (!ClassUtils.isPresent("redis.embedded.RedisExecProvider", SharedRedis.class.getClassLoader())) {
            throw new IllegalStateException(
                    "A test on Redis needs the library org.signal:embedded-redis on its class path");
        }
        EmbeddedRedis redis = Started.REDIS;
        return Map.of(
                "bulk-action.test.virtual-time", "true",
                "bulk-action.key-prefix", "test-" + UUID.randomUUID(),
                "bulk-action.test.redis-url", "redis://:" + redis.password() + "@" + redis.host() + ":" + redis.port());
    }

    /** Started on first use. */
    private static final class Started {

        static final EmbeddedRedis REDIS = start();

        private static EmbeddedRedis start() {
            try {
                Path directory = Files.createTempDirectory("bulk-action-test-redis-");
                EmbeddedRedis redis = EmbeddedRedis.start(
                        new EmbeddedRedisSettings(true, directory, AppendFsync.NO, null, null, Duration.ofMinutes(1)));
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    redis.close();
                    FileSystemUtils.deleteRecursively(directory.toFile());
                }));
                return redis;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
