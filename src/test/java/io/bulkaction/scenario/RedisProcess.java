package io.bulkaction.scenario;

import io.bulkaction.testing.RedisServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A Redis of a test's own that writes every answer to disk first, and that can be killed and started again. */
final class RedisProcess implements AutoCloseable {

    private final Path dir;
    private final int port;
    private Process process;

    RedisProcess(Path dir) throws IOException {
        this.dir = dir;
        this.port = RedisServer.freePort();
        this.process = launch();
    }

    int port() {
        return port;
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(2, TimeUnit.MINUTES);
    }

    void startAgain() throws IOException {
        process = launch();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private Process launch() throws IOException {
        Process started = new ProcessBuilder(
                RedisServer.binary().toString(),
                "--port", Integer.toString(port),
                "--bind", "127.0.0.1",
                "--dir", dir.toString(),
                "--appendonly", "yes",
                "--appendfsync", "always",
                "--save", "")
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("redis.log").toFile())
                .start();
        Awaitility.await().until(this::answers);
        return started;
    }

    private boolean answers() {
        try (RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", port));
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return "PONG".equals(connection.sync().ping());
        } catch (RedisException notYet) {
            return false;
        }
    }
}
