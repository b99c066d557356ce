package io.bulkaction.queue.redis.embedded;

import io.bulkaction.queue.redis.RedisStartException;
import io.bulkaction.settings.EmbeddedRedisSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.embedded.RedisExecProvider;

/**
 * A redis-server on a free loopback port that keeps its data in a directory and never outlives this process. What was
 * acknowledged before a restart is there after it.
 */
public final class EmbeddedRedis implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedRedis.class);

    /** A port that was free a moment ago can be taken when Redis binds it. */
    private static final int PORT_TRIES = 5;

    private final DataDirectory directory;
    private final RedisConfig config;
    private final RedisProcess process;
    private volatile boolean closing;

    private EmbeddedRedis(DataDirectory directory, RedisConfig config, RedisProcess process) {
        this.directory = directory;
        this.config = config;
        this.process = process;
        process.onExit().thenAccept(this::reportUnlessClosing);
    }

    /** Returns when Redis has read its data and answers; throws an {@link RedisStartException} that says what to do. */
    public static EmbeddedRedis start(EmbeddedRedisSettings settings) {
        DataDirectory directory = DataDirectory.open(settings.dataDir());
        try {
            endLeftOver(directory);
            Path executable = executable();
            try {
                return start(executable, directory, settings);
            } finally {
                // why: the running server no longer needs its file, and a killed JVM would leave it behind
                Files.deleteIfExists(executable);
                Files.deleteIfExists(Objects.requireNonNull(executable.getParent()));
            }
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e instanceof RedisStartException known
                    ? known
                    : failure("The embedded Redis does not start: " + e, e);
        }
    }

    private static EmbeddedRedis start(Path executable, DataDirectory directory, EmbeddedRedisSettings settings)
            throws IOException {
        String password = Objects.requireNonNullElseGet(settings.password(), EmbeddedRedis::newPassword);
        for (int i = 0; i < PORT_TRIES; i++) {
            RedisConfig config = new RedisConfig(freePort(), password, settings.appendFsync());
            config.write(directory);
            RedisProcess process = RedisProcess.start(executable, directory);
            if (becomesReady(process, new RedisPing(config.port(), password), settings.startTimeout())) {
                return new EmbeddedRedis(directory, config, process);
            }
            process.close();
            if (!logTail(directory).contains("Address already in use")) {
                break;
            }
        }
        throw failure("The embedded Redis does not start. The end of " + directory.logFile() + ":\n"
                + logTail(directory), null);
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return config.port();
    }

    /** Empty when there is none. */
    public String password() {
        return config.password();
    }

    public Path dataDir() {
        return directory.path();
    }

    /** Lets Redis write what it holds, ends it and frees the data directory. */
    @Override
    public void close() {
        closing = true;
        process.close();
        directory.close();
    }

    private void reportUnlessClosing(int exitCode) {
        if (!closing) {
            log.error(
                    "The embedded Redis ended by itself (exit code {}); restart the service. The end of {}:\n{}",
                    exitCode, directory.logFile(), logTail(directory));
        }
    }

    /** A Redis whose guard was killed too. Its data must be written by one server only, so it goes first. */
    private static void endLeftOver(DataDirectory directory) {
        directory.runningRedis().ifPresent(redis -> {
            // why: usually the guard is at work and Redis is just going
            if (!endsWithin(redis, Duration.ofSeconds(2))) {
                log.warn("Ending the embedded Redis (pid {}) that a killed instance left behind", redis.pid());
                redis.destroy();
                if (!endsWithin(redis, Duration.ofSeconds(20))) {
                    redis.destroyForcibly();
                    endsWithin(redis, Duration.ofSeconds(5));
                }
            }
        });
    }

    private static boolean endsWithin(ProcessHandle process, Duration time) {
        process.onExit().completeOnTimeout(process, time.toMillis(), TimeUnit.MILLISECONDS).join();
        return !process.isAlive();
    }

    private static boolean becomesReady(RedisProcess process, RedisPing ping, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (process.isAlive()) {
            if (ping.ask() == RedisPing.Answer.READY) {
                return true;
            }
            if (System.nanoTime() > deadline) {
                process.close();
                throw new RedisStartException(
                        "The embedded Redis is not ready after " + timeout.toSeconds() + " s.",
                        "If its data is that large, raise bulk-action.embedded-redis.start-timeout.", null);
            }
            process.onExit().completeOnTimeout(0, 20, TimeUnit.MILLISECONDS).join();
        }
        return false;
    }

    private static Path executable() throws IOException {
        try {
            return RedisExecProvider.defaultProvider().get().toPath();
        } catch (RuntimeException e) {
            throw failure("There is no embedded Redis for " + System.getProperty("os.name") + " on "
                    + System.getProperty("os.arch") + ".", e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String newPassword() {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static String logTail(DataDirectory directory) {
        try {
            List<String> lines = Files.readAllLines(directory.logFile());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
        } catch (IOException e) {
            return "(not readable: " + e + ")";
        }
    }

    private static RedisStartException failure(String message, @Nullable Throwable cause) {
        return new RedisStartException(
                message, "Set spring.data.redis.url to a Redis of your own, 7.0 or newer.", cause);
    }
}
