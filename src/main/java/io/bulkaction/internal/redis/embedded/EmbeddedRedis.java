package io.bulkaction.internal.redis.embedded;

import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A redis-server on a loopback port of its own choice that keeps its data in a directory and never outlives this
 * process. What was acknowledged before a restart is there after it.
 */
public final class EmbeddedRedis implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedRedis.class);

    /** A port that was free a moment ago can be taken when Redis binds it. */
    private static final int PORT_TRIES = 20;

    private final DataDirectory directory;
    private final SocketFile socket;
    private final RedisControl control;
    private final RedisProcess process;
    private final int port;
    private volatile boolean closing;

    private EmbeddedRedis(
            DataDirectory directory, SocketFile socket, RedisControl control, RedisProcess process, int port) {
        this.directory = directory;
        this.socket = socket;
        this.control = control;
        this.process = process;
        this.port = port;
        process.onExit().thenAccept(this::reportUnlessClosing);
    }

    /** Returns when Redis has read its data and answers; throws an {@link RedisStartException} that says what to do. */
    public static EmbeddedRedis start(EmbeddedRedisSettings settings) {
        return start(settings, EmbeddedRedis::freePort);
    }

    /** @param ports what to try, one after the other */
    static EmbeddedRedis start(EmbeddedRedisSettings settings, IntSupplier ports) {
        DataDirectory directory = DataDirectory.open(settings.dataDir());
        try {
            endLeftOver(directory);
            Path executable = executable(directory);
            try {
                return start(executable, directory, settings, ports);
            } finally {
                // why: the running server no longer needs its file
                Files.deleteIfExists(executable);
            }
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e instanceof RedisStartException known
                    ? known
                    : failure("The embedded Redis does not start: " + e, e);
        }
    }

    private static EmbeddedRedis start(
            Path executable, DataDirectory directory, EmbeddedRedisSettings settings, IntSupplier ports)
            throws IOException {
        String password = Objects.requireNonNullElseGet(settings.password(), EmbeddedRedis::newPassword);
        SocketFile socket = SocketFile.in(directory.path());
        RedisProcess process = null;
        try {
            new RedisConfig(socket.path(), password, settings.appendFsync(), settings.maxMemoryOrDefault())
                    .write(directory);
            process = RedisProcess.start(executable, directory);
            RedisControl control = new RedisControl(socket.path(), password);
            awaitReady(process, control, directory, settings.startTimeout());
            return new EmbeddedRedis(directory, socket, control, process, listen(control, ports, directory));
        } catch (IOException | RuntimeException e) {
            if (process != null) {
                process.close();
            }
            socket.close();
            throw e;
        }
    }

    /**
     * Redis binds the port itself, and only then do we know which one it is: a port that we picked and that it was to
     * bind later could be taken in between by somebody who would then be sent the password.
     */
    private static int listen(RedisControl control, IntSupplier ports, DataDirectory directory)
            throws IOException {
        for (int i = 0; i < PORT_TRIES; i++) {
            int port = ports.getAsInt();
            if (control.listenOn(port)) {
                return port;
            }
        }
        throw failure("The embedded Redis finds no port to listen on. The end of " + directory.logFile() + ":\n"
                + logTail(directory), null);
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    /** Empty when there is none. */
    public String password() {
        return control.password();
    }

    /**
     * Whether the server still runs. If it does after a connection to {@link #port()} was made, the connection leads to
     * it: it holds the port for as long as it lives. Never waits.
     */
    public boolean isAlive() {
        return control.isOpen();
    }

    public Path dataDir() {
        return directory.path();
    }

    /** Lets Redis write its data, ends it and unlocks the data directory. */
    @Override
    public void close() {
        closing = true;
        process.close();
        try {
            socket.close();
        } catch (IOException e) {
            log.warn("Cannot remove {}: {}", socket.path(), e.toString());
        }
        directory.close();
    }

    private void reportUnlessClosing(int exitCode) {
        if (!closing) {
            log.error(
                    "The embedded Redis ended by itself (exit code {}); restart the service. The end of {}:\n{}",
                    exitCode, directory.logFile(), logTail(directory));
        }
    }

    /** Ends a Redis whose guard was killed too: only one server may write the data. */
    private static void endLeftOver(DataDirectory directory) {
        directory.runningRedis().ifPresent(redis -> {
            // why wait: usually the guard is ending it already
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

    private static void awaitReady(
            RedisProcess process, RedisControl control, DataDirectory directory, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (control.ping() != RedisControl.Answer.READY) {
            if (!process.isAlive()) {
                throw failure("The embedded Redis does not start. The end of " + directory.logFile() + ":\n"
                        + logTail(directory), null);
            }
            if (System.nanoTime() > deadline) {
                throw new RedisStartException(
                        "The embedded Redis is not ready after " + timeout.toSeconds() + " s.",
                        "If its data is that large, raise bulk-action.embedded-redis.start-timeout.", null);
            }
            process.onExit().completeOnTimeout(0, 20, TimeUnit.MILLISECONDS).join();
        }
    }

    private static Path executable(DataDirectory directory) throws IOException {
        Path executable = RedisExecutable.extractTo(directory.path());
        if (executable == null) {
            throw failure("There is no embedded Redis for " + System.getProperty("os.name") + " on "
                    + System.getProperty("os.arch") + ".", null);
        }
        return executable;
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
                message, "Set bulk-action.redis.url to a Redis of your own, 7.0 or newer.", cause);
    }
}
