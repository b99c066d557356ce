package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.testing.RedisServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Readiness depends on Redis, liveness does not. */
@Execution(ExecutionMode.SAME_THREAD)
class HealthGroupsIT {

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    @SuppressWarnings("try") // closed in the middle on purpose
    void readinessFollowsRedisAndTheEngineAndLivenessDoesNot() throws Exception {
        try (RedisServer redis = RedisServer.start("--maxmemory-policy", "noeviction");
                ConfigurableApplicationContext service = SpringApplication.run(
                        BulkActionApplication.class,
                        "--server.port=0",
                        "--management.endpoint.health.group.liveness.show-details=always",
                        "--management.endpoint.health.group.readiness.show-details=always",
                        "--spring.data.redis.host=127.0.0.1",
                        "--spring.data.redis.port=" + redis.port(),
                        "--bulk-action.security.users.admin.password=correct-horse",
                        "--bulk-action.security.users.admin.roles=ADMIN")) {
            String url = "http://127.0.0.1:" + service.getEnvironment().getProperty("local.server.port") + "/actuator/";

            assertThat(names(url + "health/readiness"))
                    .containsExactlyInAnyOrder("readinessState", "bulkActionRedisHealth", "bulkActionEngineHealth");
            assertThat(names(url + "health/liveness")).containsExactly("livenessState");
            assertThat(get(url + "health/readiness").statusCode()).isEqualTo(200);
            JsonNode build = JsonMapper.builder().build().readTree(get(url + "info").body()).path("build");
            assertThat(build.path("name").asString()).as(build.toString()).isEqualTo("bulk-action");
            assertThat(build.path("version").asString()).isNotEmpty();
            assertThat(build.path("time").asString()).isNotEmpty();

            service.getBean(QueueOperations.class).pause(new QueueName("default"), "tea", new Actor("ann", ""));
            await().untilAsserted(() -> assertThat(get(url + "health/queues").statusCode()).isEqualTo(503));
            assertThat(get(url + "health/queues").body()).contains("STUCK");
            for (String path : List.of("health", "health/readiness", "health/liveness")) {
                assertThat(get(url + path).statusCode()).as(path + " while a queue is paused").isEqualTo(200);
            }
            service.getBean(QueueOperations.class).resume(new QueueName("default"), new Actor("ann", ""));
            await().untilAsserted(() -> assertThat(get(url + "health/queues").statusCode()).isEqualTo(200));

            redis.close();

            await().untilAsserted(
                    () -> assertThat(get(url + "health/readiness").statusCode()).isEqualTo(503));
            assertThat(get(url + "health/liveness").statusCode()).isEqualTo(200);
        }
    }

    private Iterable<String> names(String url) throws Exception {
        JsonNode components = JsonMapper.builder().build().readTree(get(url).body()).path("components");
        return components.propertyNames();
    }

    private HttpResponse<String> get(String url) throws Exception {
        String login = Base64.getEncoder().encodeToString("admin:correct-horse".getBytes(StandardCharsets.UTF_8));
        return http.send(
                HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Basic " + login).build(),
                BodyHandlers.ofString());
    }
}
