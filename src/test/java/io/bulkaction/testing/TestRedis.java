package io.bulkaction.testing;

import io.bulkaction.QueueName;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisConnectionOptions;
import io.bulkaction.internal.redis.RedisLocation;
import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.EmbeddedRedisSettings.AppendFsync;
import io.lettuce.core.RedisURI;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.util.FileSystemUtils;
import org.testcontainers.containers.GenericContainer;

/**
 * One Redis for the whole test JVM, started by the first test that asks and without a password: the server
 * that {@code -Dtest.redis-server} names, else a container where a Docker engine answers within two seconds, else the
 * embedded server. Tests share it, so each takes its own
 * {@link #uniquePrefix()} or {@link #uniqueQueue()} and touches nothing else (no FLUSHALL, no CONFIG SET).
 *
 * <pre>{@code
 * private final String prefix = TestRedis.uniquePrefix();
 * private final StringRedisTemplate redis = new StringRedisTemplate(TestRedis.connectionFactory());
 * ...
 * assertThat(redis.hasKey(key)).as(() -> RedisDump.of(TestRedis.access(), prefix)).isTrue();
 * }</pre>
 */
public final class TestRedis {

    private static final Logger log = LoggerFactory.getLogger(TestRedis.class);
    private static final Duration DOCKER_ANSWERS = Duration.ofSeconds(2);
    private static final String IMAGE = "redis:7.2-alpine";
    private static final String RUN = UUID.randomUUID().toString().substring(0, 8);
    private static final AtomicLong COUNT = new AtomicLong();

    private record Server(String host, int port, String kind) {}

    /** Started on first use; the JVM's end takes it away. */
    private static final class Shared {
        static final Server SERVER = start();
        /** Why so patient: on a busy machine an answer may take longer than a service would wait for it. */
        static final RedisAccess ACCESS = connect(SERVER.host(), SERVER.port(), Patience.LIMIT);
        static final LettuceConnectionFactory FACTORY = factory(SERVER);
    }

    private TestRedis() {}

    public static String host() {
        return Shared.SERVER.host();
    }

    public static int port() {
        return Shared.SERVER.port();
    }

    /** Shared, set up as in production; do not close it. */
    public static RedisAccess access() {
        return Shared.ACCESS;
    }

    /** For templates to look into Redis with; shared, do not close it. */
    public static LettuceConnectionFactory connectionFactory() {
        return Shared.FACTORY;
    }

    /** Lets the service under test use this Redis, with keys of its own. */
    public static void register(DynamicPropertyRegistry registry) {
        registry.add("spring.data.redis.host", TestRedis::host);
        registry.add("spring.data.redis.port", TestRedis::port);
        registry.add("bulk-action.key-prefix", TestRedis::uniquePrefix);
    }

    /** A value for {@code bulk-action.key-prefix} that no other test has. */
    public static String uniquePrefix() {
        return "test-" + RUN + "-" + COUNT.incrementAndGet();
    }

    /** A queue that no other test has. */
    public static QueueName uniqueQueue() {
        return new QueueName("queue-" + RUN + "-" + COUNT.incrementAndGet());
    }

    private static Server start() {
        Server server = !System.getProperty("test.redis-server", "").isEmpty() ? given()
                : dockerAnswers() ? container() : embedded();
        log.info("Tests use {} Redis at {}:{}", server.kind(), server.host(), server.port());
        return server;
    }

    /** Ends with the JVM. */
    @SuppressWarnings("resource")
    private static Server given() {
        RedisServer redis = RedisServer.start("--hash-max-listpack-value", "512");
        return new Server("127.0.0.1", redis.port(), RedisServer.binary().toString());
    }

    private static boolean dockerAnswers() {
        try {
            Process docker = new ProcessBuilder("docker", "version", "--format", "{{.Server.Version}}")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            boolean answered = docker.waitFor(DOCKER_ANSWERS);
            docker.destroyForcibly();
            return answered && docker.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Never closed here: Testcontainers takes it away when the JVM ends. */
    @SuppressWarnings("resource")
    private static Server container() {
        GenericContainer<?> redis = new GenericContainer<>(IMAGE)
                .withExposedPorts(6379)
                .withCommand("redis-server", "--save", "", "--hash-max-listpack-value", "512");
        try {
            redis.start();
            return new Server(redis.getHost(), redis.getMappedPort(6379), "a Testcontainers");
        } catch (RuntimeException e) {
            log.info("Docker answers but gives no Redis ({}); using the embedded one", e.getMessage());
            return embedded();
        }
    }

    private static Server embedded() {
        try {
            Path directory = Files.createTempDirectory("bulk-action-test-redis-");
            EmbeddedRedis redis = EmbeddedRedis.start(
                    new EmbeddedRedisSettings(true, directory, AppendFsync.NO, null, "", Duration.ofSeconds(30)));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                redis.close();
                FileSystemUtils.deleteRecursively(directory.toFile());
            }));
            return new Server(redis.host(), redis.port(), "the embedded");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Set up as in production, to something that stands in front of Redis, for example; the caller closes it. */
    public static RedisAccess connect(int port) {
        return connect("127.0.0.1", port, RedisConnectionOptions.defaults().timeout());
    }

    public static RedisAccess connect(String host, int port, Duration timeout) {
        return new RedisAccess(
                RedisLocation.of(RedisURI.create(host, port), null, "none"),
                RedisConnectionOptions.defaults().withTimeout(timeout));
    }

    private static LettuceConnectionFactory factory(Server server) {
        LettuceConnectionFactory factory =
                new LettuceConnectionFactory(new RedisStandaloneConfiguration(server.host(), server.port()));
        factory.afterPropertiesSet();
        factory.start();
        return factory;
    }
}
