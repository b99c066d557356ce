package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.PrivateRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Without Redis nobody knows whether a token was revoked, so none is accepted; those of the settings need no Redis. */
@Execution(ExecutionMode.SAME_THREAD)
class TokensWithoutRedisIT {

    private static final String CONFIGURED = "Bearer configured-token-0123456789";

    private final HttpClient http = HttpClient.newHttpClient();
    private int port;

    @Test
    void whileRedisIsDownATokenMadeAtRunTimeGets503AndOneOfTheSettingsIsKnown() throws Exception {
        PrivateRedis redis = PrivateRedis.start();
        try (ConfigurableApplicationContext service = SpringApplication.run(
                BulkActionApplication.class,
                "--server.port=0",
                "--spring.data.redis.host=127.0.0.1",
                "--spring.data.redis.port=" + redis.port(),
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN",
                "--bulk-action.security.tokens.configured.token=configured-token-0123456789",
                "--bulk-action.security.tokens.configured.roles=ADMIN")) {
            port = Integer.parseInt(service.getEnvironment().getProperty("local.server.port", ""));
            String token = "Bearer " + new HttpCalls(port)
                    .post("/admin/tokens", "{\"name\": \"made\", \"roles\": [\"ADMIN\"]}").json().path("token")
                    .asString();
            assertThat(status(token)).isEqualTo(200);

            redis.close();

            await().until(() -> status(token) == 503);
            assertThat(status(CONFIGURED)).isEqualTo(200);
            assertThat(status("Bearer wrong")).isEqualTo(401);
        }
    }

    private int status(String bearer) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/info"))
                .header("Authorization", bearer).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }
}
