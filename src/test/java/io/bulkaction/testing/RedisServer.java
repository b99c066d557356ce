package io.bulkaction.testing;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;
import redis.embedded.RedisExecProvider;

/**
 * A redis-server of a test's own, for what the shared {@link TestRedis} must not be: stopped, full, protected, a member
 * of a cluster. Ends with {@link #close()} or with the JVM.
 */
public final class RedisServer implements AutoCloseable {

    /** Why a shell: it ends Redis at the end of its input, so not even a killed test run leaves a server behind. */
    private static final String GUARD =
            "exec 3<&0; \"$@\" 3<&- </dev/null & exec </dev/null; read -r _ <&3; kill -9 $!";

    private static final int MAX_ATTEMPTS = 3;

    private final int port;
    private final Path directory;
    private final List<String> command;
    private Process process;

    private RedisServer(int port, Path directory, List<String> command) throws IOException {
        this.port = port;
        this.directory = directory;
        this.command = command;
        this.process = run();
    }

    /** Without persistence, with more options as on the command line: {@code "--maxmemory", "10mb"}. */
    public static RedisServer start(String... options) {
        return startAt(freePort(), options);
    }

    /** On a port that is known before, as of a server that comes back. */
    public static RedisServer startAt(int port, String... options) {
        return start(port, "--port", Stream.concat(
                Stream.of(Integer.toString(port), "--save", "", "--bind", "127.0.0.1"), Stream.of(options)));
    }

    /** With a configuration file of its own and a port that this file names, as Sentinel needs it. */
    public static RedisServer startWith(int port, Path configFile, String... options) {
        return start(port, configFile.toString(), Stream.of(options));
    }

    /** Answers TLS alone and asks for no certificate of the client. */
    public static RedisServer startTls(int port, Path certificate, Path key) {
        return start(port, "--port", Stream.of(
                "0", "--save", "", "--bind", "127.0.0.1", "--tls-port", Integer.toString(port), "--tls-auth-clients",
                "no",
                "--tls-cert-file", certificate.toString(), "--tls-key-file", key.toString()));
    }

    /**
     * Below the ports that the system gives to outgoing connections: one of those could have it before the server that
     * it is meant for.
     */
    public static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // another one is free
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** What tests start: {@code -Dtest.redis-server} names another one, such as a newer Redis or a Valkey. */
    public static Path binary() {
        String other = System.getProperty("test.redis-server", "");
        return other.isEmpty() ? Embedded.BINARY : Path.of(other);
    }

    /** Unpacked once: a process that is started elsewhere at that moment keeps the file open, and it cannot be run then. */
    private static final class Embedded {

        static final Path BINARY = unpack();

        private static Path unpack() {
            try {
                return RedisExecProvider.defaultProvider().get().toPath();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static RedisServer start(int port, String first, Stream<String> more) {
        try {
            Path directory = Files.createTempDirectory("bulk-action-redis-server-");
            List<String> command = Stream.concat(
                    Stream.of("sh", "-c", GUARD, "redis-server-guard",
                            binary().toString(), first),
                    more)
                    .toList();
            return new RedisServer(port, directory, command);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process run() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(directory.resolve("log").toFile()));
        for (int attempt = 1;; attempt++) {
            Process started = builder.start();
            await().until(() -> listens() || !started.isAlive());
            if (started.isAlive()) {
                return started;
            }
            if (attempt == MAX_ATTEMPTS) {
                throw new IllegalStateException("redis-server ended: " + Files.readString(directory.resolve("log")));
            }
        }
    }

    public int port() {
        return port;
    }

    /** Answers nobody and closes no connection, until {@link #thaw()}. */
    public void freeze() {
        signal("STOP");
    }

    public void thaw() {
        signal("CONT");
    }

    /** Makes it a replica of another one, as an administrator does. */
    public void follow(RedisServer master) {
        tell("REPLICAOF 127.0.0.1 " + master.port());
    }

    /** Makes it a master again. */
    public void follow() {
        tell("REPLICAOF NO ONE");
    }

    private void tell(String command) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            byte[] answer = socket.getInputStream().readNBytes(3);
            if (!new String(answer, StandardCharsets.US_ASCII).equals("+OK")) {
                throw new IllegalStateException(command + " was refused");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** kill -9. */
    public void kill() {
        try {
            process.getOutputStream().close();
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** After {@link #kill()}: the same server with what it has on disk, as of a cluster who it is. */
    public void startAgain() {
        try {
            process = run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void signal(String name) {
        try {
            for (ProcessHandle redis : process.children().toList()) {
                new ProcessBuilder("kill", "-" + name, Long.toString(redis.pid())).start().waitFor();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
        try {
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
