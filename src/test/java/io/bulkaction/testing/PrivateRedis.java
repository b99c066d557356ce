package io.bulkaction.testing;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.ServerInfo;
import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.EmbeddedRedisSettings.AppendFsync;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.springframework.util.FileSystemUtils;

/** An embedded Redis for one test class: for those that fill it, configure it, count in it or leave very many keys. */
public final class PrivateRedis implements AutoCloseable {

    private static final Set<String> OWN = Set.of("cmdstat_info", "cmdstat_config|resetstat");

    private final Path directory;
    private final EmbeddedRedis server;
    private final RedisAccess access;
    private final String process;

    private PrivateRedis(Path directory) {
        this.directory = directory;
        server = EmbeddedRedis.start(
                new EmbeddedRedisSettings(true, directory, AppendFsync.NO, null, "", Duration.ofSeconds(30)));
        // why so long: a loop that waits for work looks by itself after most of it; tests see who woke it
        access = TestRedis.connect(server.host(), server.port(), Duration.ofMinutes(5));
        process = info("server", "process_id");
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

    public RedisAccess access() {
        return access;
    }

    public void configure(String name, String value) {
        access.await(access.commands().configSet(name, value).toCompletableFuture());
    }

    /** Answers nobody and closes no connection, until {@link #thaw()}. */
    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, process).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** One line of INFO. */
    public String info(String section, String name) {
        return info(section).getOrDefault(name, "");
    }

    private Map<String, String> info(String section) {
        return ServerInfo.of(access, section).getFirst().fields();
    }

    /** Calls of commands since the statistics were forgotten, those inside scripts included, our own questions not. */
    public long commandCalls() {
        return info("commandstats").entrySet().stream()
                .filter(entry -> !OWN.contains(entry.getKey()))
                .mapToLong(entry -> calls(entry.getValue()))
                .sum();
    }

    /** Calls of one command since the statistics were forgotten. */
    public long callsOf(String command) {
        return calls(info("commandstats", "cmdstat_" + command));
    }

    private static long calls(String statistics) {
        return statistics.isEmpty() ? 0 : Long.parseLong(statistics.replaceAll("calls=(\\d+),.*", "$1"));
    }

    public void forgetStatistics() {
        access.await(access.commands().configResetstat().toCompletableFuture());
    }

    /** What Redis does meanwhile, for whomever: counted, so that it is the same on every machine. */
    public Cost costOf(Runnable work) {
        forgetStatistics();
        work.run();
        return new Cost(commandCalls(), Long.parseLong(info("stats", "total_net_output_bytes")));
    }

    /**
     * @param commands calls of commands, those inside scripts included
     * @param replied bytes that Redis sent
     */
    public record Cost(long commands, long replied) {}

    public void clear() {
        access.await(access.commands().flushall().toCompletableFuture());
    }

    @Override
    public void close() {
        access.close();
        server.close();
        FileSystemUtils.deleteRecursively(directory.toFile());
    }
}
