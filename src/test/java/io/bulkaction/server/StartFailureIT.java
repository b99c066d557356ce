package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.RedisServer;
import io.bulkaction.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A mistake in the settings stops the start with one sentence that names the setting. */
@ExtendWith(OutputCaptureExtension.class)
@Isolated("no other class may print a stack trace meanwhile")
class StartFailureIT {

    @Test
    void unknownSettingIsNamedWithTheKnownOnes(CapturedOutput output) {
        startFails("bulk-action.queues.default.retry.max-retrys=3");
        assertThat(output)
                .contains("bulk-action.queues.default.retry.max-retrys (\"bulk-action.queues.default.retry.max-retrys\""
                        + " from property source \"commandLineArgs\") is unknown; bulk-action.queues.default.retry has:"
                        + " backoff, jitter, max-backoff, max-retries,")
                .doesNotContain("\tat ");
    }

    @Test
    void badDurationIsNamedWithAnExample(CapturedOutput output) {
        startFails("spring.data.redis.port=" + TestRedis.port(), "bulk-action.queues.default.retry.backoff=5 minutes");
        assertThat(output)
                .contains("bulk-action.queues.default.retry.backoff = 5 minutes (")
                .contains(") cannot be read; write a duration like 500ms, 30s, 5m, 2h or 1d")
                .doesNotContain("\tat ");
    }

    @Test
    void valueOutOfItsBoundsIsNamedWithTheBound(CapturedOutput output) {
        startFails(
                "spring.data.redis.port=" + TestRedis.port(), "bulk-action.queues.default.worker-pool.worker-count=-1");
        assertThat(output)
                .contains(
                        "bulk-action.queues.default.worker-pool.worker-count = -1: must be greater than or equal to 0")
                .doesNotContain("\tat ");
    }

    @Test
    void unknownChoiceIsNamedWithTheKnownOnes(CapturedOutput output) {
        startFails(
                "spring.data.redis.port=" + TestRedis.port(), "bulk-action.queues.default.on-final-failure=explode");
        assertThat(output)
                .contains("bulk-action.queues.default.on-final-failure = explode (")
                .contains("write one of continue, pause")
                .doesNotContain("\tat ");
    }

    @Test
    void http2WhichWouldPassByTheLimitsIsRefused(CapturedOutput output) {
        startFails("spring.data.redis.port=" + TestRedis.port(), "server.http2.enabled=true");
        assertThat(output).contains("server.http2.enabled", "HTTP/2 has none of the limits").doesNotContain("\tat ");
    }

    @Test
    void portInUseIsNamed(CapturedOutput output) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            startFails(
                    "spring.data.redis.port=" + TestRedis.port(),
                    "bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                    "server.port=" + taken.getLocalPort());
            assertThat(output)
                    .contains("Web server failed to start. Port " + taken.getLocalPort() + " was already in use.")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void unreachableRedisIsNamed(CapturedOutput output) {
        int port = RedisServer.freePort();
        startFails("spring.data.redis.port=" + port);
        assertThat(output)
                .contains(
                        "Redis at localhost:" + port + " (spring.data.redis.host and .port, or .url) cannot be reached")
                .doesNotContain("\tat ");
    }

    @Test
    void wrongRedisPasswordIsNamed(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start("--requirepass", "secret")) {
            startFails("spring.data.redis.port=" + redis.port(), "spring.data.redis.password=guess");
            assertThat(output)
                    .contains("refuses the login (spring.data.redis.username, .password): WRONGPASS")
                    .doesNotContain("guess", "\tat ");
        }
    }

    @Test
    void processEndsWithAnErrorCodeAndNoStackTrace(@TempDir Path directory) throws Exception {
        Map<String, String> variables = Map.of(
                "BULK_ACTION_QUEUES_MAIL_RETRY_BACKOFF", "soon",
                "BULK_ACTION_SERVICE_PORT", "8080",
                "SPRING_DATA_REDIS_PORT", Integer.toString(TestRedis.port()));
        try (ChildJvm service = ChildJvm.start(directory, Stream::of, variables, BulkActionApplication.class)) {
            assertThat(service.process().waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(service.process().exitValue()).as(service.output()).isEqualTo(1);
            assertThat(service.output())
                    .contains("bulk-action.queues.mail.retry.backoff = soon (System Environment Property"
                            + " \"BULK_ACTION_QUEUES_MAIL_RETRY_BACKOFF\") cannot be read")
                    .doesNotContain("\tat ", "SERVICE_PORT");
        }
    }

    private static void startFails(String... properties) {
        String[] arguments = Stream.of(properties).map(property -> "--" + property).toArray(String[]::new);
        assertThatThrownBy(() -> SpringApplication.run(BulkActionApplication.class, arguments)).isNotNull();
    }
}
