package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.testing.RedisCluster;
import io.bulkaction.testing.RedisServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The settings of the queues and those of the application reach every kind of Redis. */
@Timeout(600)
class ConfiguredRedisIT {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(
                    RedisAutoConfiguration.class, DataRedisAutoConfiguration.class, SslAutoConfiguration.class));

    @TempDir
    Path directory;

    @Test
    void worksWithAStandaloneServerAndAnAclUser() {
        try (RedisServer redis = RedisServer.start("--user", "worker", "on", ">secret", "~*", "+@all")) {
            String url = "redis://worker:secret@127.0.0.1:" + redis.port();
            assertWorks(redis.port() + "", "spring.data.redis.url=" + url);
            assertWorks(redis.port() + "", "bulk-action.redis.url=" + url);
            assertWorks(redis.port() + "", "bulk-action.redis.url=redis://127.0.0.1:" + redis.port(),
                    "bulk-action.redis.username=worker", "bulk-action.redis.password=secret",
                    "spring.data.redis.url=redis://127.0.0.1:1");
        }
    }

    @Test
    void worksWithSentinel() throws IOException {
        int port = RedisServer.freePort();
        try (RedisServer master = RedisServer.start()) {
            Path config = Files.writeString(directory.resolve("sentinel.conf"), """
                    port %d
                    sentinel monitor mymaster 127.0.0.1 %d 1
                    """.formatted(port, master.port()));
            try (RedisServer _ = RedisServer.startWith(port, config, "--sentinel")) {
                assertWorks("mymaster via Sentinel at 127.0.0.1:" + port,
                        "spring.data.redis.sentinel.master=mymaster",
                        "spring.data.redis.sentinel.nodes=127.0.0.1:" + port);
                assertWorks("mymaster via Sentinel at 127.0.0.1:" + port,
                        "bulk-action.redis.sentinel.master=mymaster",
                        "bulk-action.redis.sentinel.nodes=127.0.0.1:" + port);
                assertWorks("mymaster via Sentinel at 127.0.0.1:" + port,
                        "bulk-action.redis.url=redis-sentinel://127.0.0.1:" + port + "#mymaster");
            }
        }
    }

    @Test
    void worksWithACluster() {
        try (RedisCluster cluster = RedisCluster.start()) {
            assertWorks("cluster 127.0.0.1:", "spring.data.redis.cluster.nodes=" + cluster.nodes());
            assertWorks("cluster 127.0.0.1:", "bulk-action.redis.cluster.nodes=" + cluster.nodes());
        }
    }

    @Test
    void worksWithTls() throws Exception {
        Path store = directory.resolve("redis.p12");
        assertThat(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-keystore",
                store.toString(), "-storepass", "changeit", "-alias", "redis", "-keyalg", "EC", "-dname",
                "CN=localhost",
                "-ext", "san=dns:localhost")
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "changeit".toCharArray());
        Path certificate = pem("CERTIFICATE", keys.getCertificate("redis").getEncoded());
        Path key = pem("PRIVATE KEY", keys.getKey("redis", "changeit".toCharArray()).getEncoded());
        int port = RedisServer.freePort();
        try (RedisServer _ = RedisServer.startTls(port, certificate, key)) {
            assertWorks("localhost:" + port,
                    "spring.ssl.bundle.pem.redis.truststore.certificate=" + certificate.toUri(),
                    "spring.data.redis.port=" + port,
                    "spring.data.redis.ssl.bundle=redis");
            assertWorks("localhost:" + port,
                    "spring.ssl.bundle.pem.redis.truststore.certificate=" + certificate.toUri(),
                    "bulk-action.redis.url=redis://localhost:" + port,
                    "bulk-action.redis.ssl.bundle=redis");
        }
    }

    @Test
    void timeoutsAloneDoNotSayWhereRedisIs() {
        runner.withPropertyValues(
                "spring.data.redis.timeout=3s", "bulk-action.embedded-redis.data-dir=" + directory)
                .run(context -> assertThat(context).hasSingleBean(EmbeddedRedis.class));
    }

    @Test
    void embeddedRedisStartsOnlyWhenItIsWanted() {
        try (RedisServer redis = RedisServer.start()) {
            runner.withPropertyValues(
                    "spring.data.redis.port=" + redis.port(), "bulk-action.embedded-redis.enabled=true",
                    "bulk-action.embedded-redis.data-dir=" + directory)
                    .run(context -> assertThat(context).hasSingleBean(EmbeddedRedis.class));
            runner.withPropertyValues("bulk-action.redis.url=redis://127.0.0.1:" + redis.port())
                    .run(ConfiguredRedisIT::startsNone);
        }
    }

    /** It might be a cache; nobody but the application knows. */
    @Test
    void aConnectionFactoryOfTheApplicationIsNotTakenForTheQueues() {
        runner.withBean(LettuceConnectionFactory.class, LettuceConnectionFactory::new)
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(RedisStartException.class)
                        .hasMessageContaining("No Redis is configured for the queues (bulk-action.redis.url"));
    }

    /** As a service connection makes one, or a bean of the application. */
    @Test
    void connectionDetailsOfTheApplicationSayWhereRedisIs() {
        try (RedisServer redis = RedisServer.start()) {
            DataRedisConnectionDetails details = new DataRedisConnectionDetails() {
                @Override
                public Standalone getStandalone() {
                    return Standalone.of("127.0.0.1", redis.port());
                }
            };
            runner.withBean(DataRedisConnectionDetails.class, () -> details)
                    .withPropertyValues("spring.data.redis.url=redis://127.0.0.1:1")
                    .run(context -> {
                        startsNone(context);
                        context.getBean(RedisAccess.class).ping();
                        assertThat(context.getBean(RedisAccess.class).location().text())
                                .isEqualTo("127.0.0.1:" + redis.port());
                    });
        }
    }

    @Test
    void nothingIsSentToWhoeverTakesThePortOfADeadEmbeddedRedis() {
        runner.withPropertyValues("bulk-action.embedded-redis.data-dir=" + directory).run(context -> {
            context.getBean(RedisAccess.class).ping();
            int port = context.getBean(EmbeddedRedis.class).port();

            ProcessHandle.of(Long.parseLong(Files.readString(directory.resolve("redis.pid")).strip()))
                    .orElseThrow().destroyForcibly();

            try (ServerSocket stranger = takeOver(port)) {
                for (int i = 0; i < 3; i++) {
                    try (Socket victim = stranger.accept()) {
                        victim.setSoTimeout(60_000);
                        assertThat(victim.getInputStream().read()).as("first byte, or the end").isEqualTo(-1);
                    }
                }
            }
        });
    }

    private static ServerSocket takeOver(int port) {
        return await().ignoreException(BindException.class)
                .until(() -> new ServerSocket(port, 50, InetAddress.getLoopbackAddress()), Objects::nonNull);
    }

    private void assertWorks(String address, String... properties) {
        runner.withPropertyValues(properties).run(context -> {
            startsNone(context);
            RedisAccess redis = context.getBean(RedisAccess.class);
            redis.await(redis.commands().set(Utf8.bytes("a-key"), Utf8.bytes("a value")).toCompletableFuture());
            await().untilAsserted(() -> assertThat(
                    redis.await(redis.commands().get(Utf8.bytes("a-key")).toCompletableFuture()))
                    .isEqualTo(Utf8.bytes("a value")));
            assertThat(redis.location().text()).contains(address);
        });
    }

    private static void startsNone(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        assertThat(context.getBeanProvider(EmbeddedRedis.class).getIfAvailable()).isNull();
    }

    private Path pem(String type, byte[] content) throws IOException {
        return Files.writeString(directory.resolve(type + ".pem"),
                "-----BEGIN %s-----%n%s%n-----END %s-----%n".formatted(
                        type, Base64.getMimeEncoder(64, "\n".getBytes()).encodeToString(content), type));
    }
}
