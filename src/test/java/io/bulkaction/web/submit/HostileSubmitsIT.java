package io.bulkaction.web.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionApplication;
import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.PrivateRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A submitter who wants to end the process, against a service with little memory. */
@Timeout(300)
class HostileSubmitsIT {

    private static final String MEMORY = "-Xmx112m";
    /** Just below the limit of a body. */
    private static final int BYTES = 8 * 1024 * 1024 - 1024;
    private static final int AT_ONCE = 6;

    @TempDir
    Path directory;

    /** A tree was made of each, fifty times as large as its text, and of all at the same time. */
    @Test
    void documentsOfEmptyArraysDoNotEndTheProcess() throws Exception {
        // why the client first: it is closed last, and waits for answers as long as there is a service
        try (HttpClient http = HttpClient.newHttpClient();
                PrivateRedis redis = PrivateRedis.start();
                ChildJvm service = start(redis)) {
            String url = url(service) + "api/bulk-actions";
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
                    answers.add(http.sendAsync(submit(url, body), HttpResponse.BodyHandlers.ofString()));
                }
            }

            assertThat(answers).allSatisfy(answer -> assertThat(answer.get(120, TimeUnit.SECONDS).statusCode())
                    .isIn(202, 400, 503));

            assertThat(service.process().isAlive()).as(service.output()).isTrue();
            assertThat(service.output()).doesNotContain("OutOfMemoryError");
            HttpResponse<String> honest = http.send(
                    submit(url, head + "\"jobs\":[{\"payload\":{}}]}"), HttpResponse.BodyHandlers.ofString());
            assertThat(honest.statusCode()).as(honest.body()).isEqualTo(202);
        }
    }

    private static HttpRequest submit(String url, String body) {
        return HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .header("Authorization",
                        "Basic " + Base64.getEncoder().encodeToString("sender:correct-horse".getBytes()))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private ChildJvm start(PrivateRedis redis) {
        ChildJvm service = ChildJvm.start(
                directory, Stream::of, Map.of("JAVA_TOOL_OPTIONS", MEMORY), BulkActionApplication.class,
                "--server.port=0",
                "--spring.data.redis.host=" + redis.host(),
                "--spring.data.redis.port=" + redis.port(),
                "--bulk-action.engine.enabled=false",
                "--bulk-action.security.users.sender.password=correct-horse",
                "--bulk-action.security.users.sender.roles=SUBMITTER");
        await().atMost(120, TimeUnit.SECONDS)
                .failFast(() -> assertThat(service.process().isAlive()).as(service.output()).isTrue())
                .until(() -> service.output().contains("is ready"));
        return service;
    }

    private static String url(ChildJvm service) {
        Matcher url = Pattern.compile("Dashboard +(\\S+)").matcher(service.output());
        assertThat(url.find()).as(service.output()).isTrue();
        return url.group(1);
    }
}
