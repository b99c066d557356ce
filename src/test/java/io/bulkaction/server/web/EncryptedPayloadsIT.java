package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.spi.ResultAggregator;
import io.bulkaction.testing.PrivateRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** With a key, Redis has nothing of a payload or a result that anybody could read. */
@Execution(ExecutionMode.SAME_THREAD)
class EncryptedPayloadsIT {

    private static final String MARKER = "plain-marker-4711";
    private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";
    private static final String OTHER = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=";

    private static PrivateRedis redis;

    @BeforeAll
    static void start() {
        redis = PrivateRedis.start();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    @Test
    void aQueueGoesOnOverSwitchingOnRotationAndAMissingKeyAndRedisHasNoPlaintext() throws Exception {
        try (ConfigurableApplicationContext plain =
                service("--bulk-action.queues.default.worker-pool.worker-count=0")) {
            submit(plain, "backlog", "SUCCESS");
            assertThat(everythingInRedis()).contains(MARKER);
        }
        try (ConfigurableApplicationContext encrypted = service(
                "--bulk-action.payload.encryption.active-key=k1", "--bulk-action.payload.encryption.keys.k1=" + KEY)) {
            awaitStatus(encrypted, "backlog", "COMPLETED");
        }
        redis.access().commands().flushall().get();

        try (ConfigurableApplicationContext encrypted = service(
                "--bulk-action.payload.encryption.active-key=k1", "--bulk-action.payload.encryption.keys.k1=" + KEY,
                "--bulk-action.payload.compression.enabled=true")) {
            submit(encrypted, "good", "SUCCESS");
            submit(encrypted, "bad", "PERMANENT");
            awaitStatus(encrypted, "good", "COMPLETED");
            awaitStatus(encrypted, "bad", "FAILED");
            calls(encrypted).send("PUT", "/admin/recurring/nightly", """
                    {"cron": "0 0 0 1 1 *", "processorType": "ECHO", "jobs": [{"payload": {"note": "%s"}}]}
                    """.formatted(MARKER));
            assertThat(everythingInRedis()).contains("~deflate=+aes-gcm=k1:").doesNotContain(MARKER);

            assertThat(job(encrypted, "good").json().path("payload").path("note").asString()).contains(MARKER);
            assertThat(job(encrypted, "good").json().path("result").toString()).contains(MARKER);
            assertThat(
                    calls(encrypted).get("/api/bulk-actions/good/result").json().path("data").path("ECHO").asString())
                    .as("what the aggregator made of it").isEqualTo(MARKER);
            assertThat(calls(encrypted).get("/admin/recurring/nightly").text()).contains(MARKER);
            assertThat(calls(encrypted).get("/admin/queue/failed").text()).contains("\"bad\"", "\"NO\"", MARKER);
        }

        try (ConfigurableApplicationContext without = service()) {
            assertThat(calls(without).get("/api/bulk-actions/good/result").json().path("data").toString())
                    .isEqualTo("{\"unreadable\":\"PAYLOAD_KEY_MISSING\"}");
            assertThat(calls(without).get("/admin/recurring").json().path("items").size()).isZero();
            calls(without).post("/admin/queue/retry/bad", "");
            await().until(() -> job(without, "bad").json().path("waitReason").asString().equals("THROTTLED"));
            assertThat(job(without, "bad").json().path("payload").path("unreadable").asString())
                    .isEqualTo("PAYLOAD_KEY_MISSING");
            assertThat(job(without, "bad").json().path("status").asString()).isNotEqualTo("FAILED");
        }
        try (ConfigurableApplicationContext rotated = service(
                "--bulk-action.payload.encryption.active-key=k2", "--bulk-action.payload.encryption.keys.k2=" + OTHER,
                "--bulk-action.payload.encryption.keys.k1=" + KEY)) {
            submit(rotated, "new", "SUCCESS");
            awaitStatus(rotated, "new", "COMPLETED");
            assertThat(job(rotated, "good").json().path("payload").path("note").asString()).contains(MARKER);
            assertThat(calls(rotated).get("/admin/recurring/nightly").text()).contains(MARKER);
            assertThat(everythingInRedis()).contains("aes-gcm=k2:").doesNotContain(MARKER);
        }
    }

    private static ConfigurableApplicationContext service(String... settings) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.data.redis.host=127.0.0.1",
                "--spring.data.redis.port=" + redis.port(),
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN"));
        all.addAll(List.of(settings));
        return SpringApplication.run(new Class<?>[] {BulkActionApplication.class, Echo.class, Notes.class},
                all.toArray(String[]::new));
    }

    /** Returns its payload, or fails as that says. */
    static final class Echo implements JobProcessor {

        @Override
        public String type() {
            return "ECHO";
        }

        @Override
        public JobResult process(Job job) {
            job.checkpoint("{\"at\":\"" + MARKER + "\"}");
            if (!job.checkpoint().orElse("").contains(MARKER)) {
                return JobResult.permanent("CHECKPOINT", "it is not as it was kept");
            }
            return job.payload().contains("PERMANENT")
                    ? JobResult.permanent("NO", "as it was told")
                    : JobResult.success(Map.of("note", job.payload().contains(MARKER) ? MARKER : "unreadable"));
        }
    }

    /** Keeps the last note. */
    static final class Notes implements ResultAggregator<String> {

        @Override
        public String type() {
            return "ECHO";
        }

        @Override
        public String identity() {
            return "";
        }

        @Override
        public String accumulate(String soFar, String result) {
            return result.contains(MARKER) ? MARKER : soFar;
        }

        @Override
        public String combine(String earlier, String later) {
            return later.isEmpty() ? earlier : later;
        }
    }

    private static HttpCalls calls(ConfigurableApplicationContext service) {
        return new HttpCalls(Integer.parseInt(service.getEnvironment().getProperty("local.server.port", "")));
    }

    private static void submit(ConfigurableApplicationContext service, String id, String outcome) throws Exception {
        HttpCalls http = calls(service);
        String body = """
                {"groupId": "%s", "processorType": "ECHO", "jobs": [{"jobId": "%s", "payload":
                    {"outcome": "%s", "note": "%s"}}]}"""
                .formatted(id, id, outcome, (MARKER + " ").repeat(100));
        http.submit(body);
    }

    private static HttpCalls.Answer job(ConfigurableApplicationContext service, String id) {
        return calls(service).get("/api/bulk-actions/" + id + "/jobs/" + id);
    }

    private static void awaitStatus(ConfigurableApplicationContext service, String id, String status) {
        await().until(() -> job(service, id).json().path("status").asString().equals(status));
    }

    /** Every key with all that it holds. */
    private static String everythingInRedis() {
        StringBuilder all = new StringBuilder();
        RedisClient client = RedisClient.create(RedisURI.create("127.0.0.1", redis.port()));
        try (StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            ScanIterator<byte[]> keys = ScanIterator.scan(connection.sync(), ScanArgs.Builder.limit(1_000));
            while (keys.hasNext()) {
                byte[] key = keys.next();
                all.append(Utf8.text(key)).append(' ')
                        .append(new String(connection.sync().dump(key), StandardCharsets.ISO_8859_1));
                if (connection.sync().type(key).equals("hash")) {
                    Map<byte[], byte[]> hash = connection.sync().hgetall(key);
                    all.append(Utf8.texts(hash));
                }
                all.append('\n');
            }
        } finally {
            client.shutdown();
        }
        return all.toString();
    }
}
