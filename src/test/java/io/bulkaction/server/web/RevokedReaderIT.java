package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Job;
import io.bulkaction.JobProcessor;
import io.bulkaction.JobResult;
import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.PrivateRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A file of results may take long to read; it ends when its reader may not come in any more. */
@Execution(ExecutionMode.SAME_THREAD)
class RevokedReaderIT {

    /** Together more than a connection keeps on its way. */
    private static final int JOBS = 250;
    private static final String RESULT = "x".repeat(150_000);

    @Test
    void aFileEndsWhenTheTokenOfItsReaderIsRevoked() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start(); ConfigurableApplicationContext service = service(redis)) {
            int port = Integer.parseInt(service.getEnvironment().getProperty("local.server.port", ""));
            HttpCalls calls = new HttpCalls(port);
            calls.submit("{\"groupId\": \"large\", \"processorType\": \"LARGE\", \"jobs\": [" + IntStream.range(0, JOBS)
                    .mapToObj(i -> "{\"payload\": " + i + "}").collect(Collectors.joining(",")) + "]}");
            await().until(
                    () -> calls.get("/api/bulk-actions/large").json().path("status").asString().equals("COMPLETED"));
            String token = calls.post("/admin/tokens", "{\"name\": \"reader\", \"roles\": [\"SUBMITTER\"]}").json()
                    .path("token").asString();

            try (BufferedReader file = open(port, "/api/bulk-actions/large/job-results", token)) {
                assertThat(file.readLine()).contains(RESULT);
                calls.send("DELETE", "/admin/tokens/reader", "");
                await().pollDelay(Duration.ofSeconds(2)).until(() -> true); // it looks once a second

                assertThat(lines(file)).isLessThan(JOBS - 1);
            }
        }
    }

    /** As far as they come. */
    private static int lines(BufferedReader file) {
        int lines = 0;
        try {
            while (file.readLine() != null) {
                lines++;
            }
        } catch (IOException cut) {
            assertThat(cut).isNotNull();
        }
        return lines;
    }

    private static BufferedReader open(int port, String path, String token) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + token).build();
        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    private static ConfigurableApplicationContext service(PrivateRedis redis) {
        return SpringApplication.run(new Class<?>[] {BulkActionApplication.class, Large.class}, new String[] {
            "--server.port=0", "--spring.data.redis.host=127.0.0.1", "--spring.data.redis.port=" + redis.port(),
            "--bulk-action.security.users.admin.password=correct-horse",
            "--bulk-action.security.users.admin.roles=ADMIN"});
    }

    static final class Large implements JobProcessor {

        @Override
        public String type() {
            return "LARGE";
        }

        @Override
        public JobResult process(Job job) {
            return JobResult.success(Map.of("text", RESULT));
        }
    }
}
