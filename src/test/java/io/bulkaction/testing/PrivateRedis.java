package io.bulkaction.testing;

import io.bulkaction.queue.redis.RedisAccess;
import io.bulkaction.queue.redis.RedisConnectionOptions;
import io.bulkaction.queue.redis.embedded.EmbeddedRedis;
import io.bulkaction.settings.EmbeddedRedisSettings;
import io.bulkaction.settings.EmbeddedRedisSettings.AppendFsync;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.api.async.RedisServerAsyncCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.FileSystemUtils;

/** An embedded Redis for one test class: for those that fill it, configure it, count in it or leave very many keys. */
public final class PrivateRedis implements AutoCloseable {

    private final Path directory;
    private final EmbeddedRedis server;
    private final LettuceConnectionFactory factory;

    private PrivateRedis(Path directory) {
        this.directory = directory;
        server = EmbeddedRedis.start(
                new EmbeddedRedisSettings(true, directory, AppendFsync.NO, "", Duration.ofSeconds(30)));
        ClientOptions.Builder options = ClientOptions.builder();
        RedisConnectionOptions.customize(options, RedisConnectionOptions.CONNECT_TIMEOUT, 10_000);
        factory = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration(server.host(), server.port()),
                LettuceClientConfiguration.builder()
                        .clientOptions(options.build())
                        .commandTimeout(Duration.ofSeconds(30))
                        .build());
        factory.afterPropertiesSet();
        factory.start();
    }

    public static PrivateRedis start() {
        try {
            PrivateRedis redis = new PrivateRedis(Files.createTempDirectory("bulk-action-private-redis-"));
            // why: these tests end with their JVM; writing millions of jobs to disk would only slow them down
            redis.configure("appendonly", "no");
            return redis;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String host() {
        return server.host();
    }

    public int port() {
        return server.port();
    }

    public LettuceConnectionFactory connectionFactory() {
        return factory;
    }

    public void configure(String name, String value) {
        try (RedisConnection connection = factory.getConnection()) {
            connection.serverCommands().setConfig(name, value);
        }
    }

    /** One line of INFO. */
    public String info(String section, String name) {
        try (RedisConnection connection = factory.getConnection()) {
            var info = connection.serverCommands().info(section);
            return info == null ? "" : info.getProperty(name, "");
        }
    }

    /** Calls of commands since the statistics were forgotten, those inside scripts included, those of INFO not. */
    public long commandCalls() {
        try (RedisConnection connection = factory.getConnection()) {
            var stats = connection.serverCommands().info("commandstats");
            return stats == null ? 0 : stats.entrySet().stream()
                    .filter(entry -> !entry.getKey().equals("cmdstat_info"))
                    .mapToLong(entry -> Long.parseLong(
                            entry.getValue().toString().replaceAll("calls=(\\d+),.*", "$1")))
                    .sum();
        }
    }

    public void forgetStatistics() {
        try (RedisConnection connection = factory.getConnection()) {
            connection.serverCommands().resetConfigStats();
        }
    }

    /** Begins to note commands that take longer. */
    public void watchForCommandsOver(Duration time) {
        configure("slowlog-log-slower-than", Long.toString(time.toNanos() / 1000));
        try (RedisConnection connection = factory.getConnection()) {
            connection.execute("SLOWLOG", "RESET".getBytes(StandardCharsets.UTF_8));
        }
    }

    /** What was noted, each with its time and the beginning of its arguments. */
    public List<String> slowCommands() {
        RedisAccess redis = new RedisAccess(factory);
        // why not through Spring's connection: it cannot read the numbers and lists of an entry
        return redis.await(commands(redis).slowlogGet().toCompletableFuture()).stream()
                .map(entry -> describe((List<?>) entry))
                .toList();
    }

    private static String describe(List<?> entry) {
        String command = ((List<?>) entry.get(3)).stream()
                .limit(6)
                .map(argument -> new String((byte[]) argument, StandardCharsets.UTF_8))
                .collect(Collectors.joining(" "));
        return entry.get(2) + " us: " + command;
    }

    private static RedisServerAsyncCommands<byte[], byte[]> commands(RedisAccess redis) {
        return redis.commands();
    }

    public void clear() {
        try (RedisConnection connection = factory.getConnection()) {
            connection.serverCommands().flushAll();
        }
    }

    @Override
    public void close() {
        factory.destroy();
        server.close();
        FileSystemUtils.deleteRecursively(directory.toFile());
    }
}
