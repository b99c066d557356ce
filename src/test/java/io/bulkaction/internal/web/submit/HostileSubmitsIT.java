package io.bulkaction.internal.web.submit;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.testing.PrivateRedis;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Submits that try to exhaust the memory of a small service. */
@Timeout(900)
class HostileSubmitsIT {

    /** Just below the limit of a body. */
    private static final int BYTES = 8 * 1024 * 1024 - 1024;
    private static final int AT_ONCE = 6;

    @TempDir
    Path directory;

    /** Each became a tree fifty times as large as its text, all of them at the same time. */
    @Test
    void documentsOfEmptyArraysDoNotEndTheProcess() throws Exception {
        // why the client first: it is closed last, and closing it waits for answers while the service runs
        try (HttpClient http = HttpClient.newHttpClient();
                PrivateRedis redis = PrivateRedis.start();
                SmallService service = SmallService.start(directory, redis)) {
            String head = "{\"groupId\":\"g\",\"processorType\":\"ANY\",";
            String jobsOfArrays = head + "\"jobs\":["
                    + ("{\"payload\":[" + "[],".repeat(80_000) + "0]},").repeat(BYTES / 240_020) + "{\"payload\":0}]}";
            List<String> bodies = List.of(
                    head + "\"jobs\":[{\"payload\":[" + "[],".repeat(BYTES / 3) + "0]}]}",
                    head + "\"jobs\":[" + "[],".repeat(BYTES / 3) + "0]}",
                    head + "\"jobs\":[" + "{},".repeat(BYTES / 3) + "{}]}",
                    head + "\"x\":[" + "[],".repeat(BYTES / 3) + "0]}",
                    jobsOfArrays);
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (String body : bodies) {
                for (int i = 0; i < AT_ONCE; i++) {
                    answers.add(http.sendAsync(submit(service, body), HttpResponse.BodyHandlers.ofString()));
                }
            }

            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                HttpResponse<String> response = answer.get(5, TimeUnit.MINUTES);
                assertThat(response.statusCode()).as(() -> response.body() + service.output()).isIn(202, 400, 503);
            }

            service.assertAlive();
            HttpResponse<String> normal = http.send(
                    submit(service, head + "\"jobs\":[{\"payload\":{}}]}"), HttpResponse.BodyHandlers.ofString());
            assertThat(normal.statusCode()).as(normal.body()).isEqualTo(202);
        }
    }

    private static HttpRequest submit(SmallService service, String body) {
        return service.submit("", "application/json").POST(HttpRequest.BodyPublishers.ofString(body)).build();
    }
}
