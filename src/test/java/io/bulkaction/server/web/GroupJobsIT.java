package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The jobs of a group by status, and the files of what has become of them. */
class GroupJobsIT extends ServiceOverHttp {

    private static final String MANY = "many-jobs";

    @Test
    void theJobsOfAGroupAreListedByStatusAPageAtATime() throws Exception {
        submit(MANY, IntStream.range(0, 30).mapToObj(i -> job("m-" + i, "{\"durationMs\":1}")).toList());
        awaitEnd(MANY);

        Answer first = get("/api/bulk-actions/" + MANY + "/jobs?status=COMPLETED&limit=20", SENDER);
        assertThat(first.json().path("jobs")).hasSize(20);
        assertThat(first.json().path("jobs").path(0).path("finishedAt").asString()).isNotEmpty();
        Answer second = get("/api/bulk-actions/" + MANY + "/jobs?status=COMPLETED&limit=20&cursor="
                + first.json().path("cursor").asString(), VIEWER);
        assertThat(second.json().path("jobs")).hasSize(10);
        assertThat(second.json().path("cursor").isNull()).isTrue();
        assertThat(get("/api/bulk-actions/" + MANY + "/jobs?status=PENDING", SENDER).json().path("jobs")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?status=NONE", "?status=FAILED&limit=0", "?status=FAILED&limit=1001",
        "?status=FAILED&cursor=x", "?status=PENDING&cursor=r(inf"})
    void aWrongParameterIsNamed(String query) throws Exception {
        Answer answer = get("/api/bulk-actions/" + MANY + "/jobs" + query, SENDER);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("errors").path(0).path("field").asString()).isIn("status", "limit", "cursor");
    }

    @Test
    void anUnknownGroupHasNeitherJobsNorFiles() throws Exception {
        for (String path : List.of("/jobs?status=FAILED", "/job-results", "/job-results?format=csv")) {
            Answer answer = get("/api/bulk-actions/no-such-group" + path, SENDER);
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.json().path("code").asString()).isEqualTo("UNKNOWN_GROUP");
        }
        assertThat(get("/api/bulk-actions/" + MANY + "/job-results?format=pdf", SENDER).status()).isEqualTo(400);
    }

    @Test
    void theFilesHaveEveryJobThatEndedAndNoCellIsAFormula() throws Exception {
        submit("files", List.of(
                job("-cmd", "{\"durationMs\":1}"), job("f-2", "{\"outcome\":\"permanent\"}")));
        awaitEnd("files");

        Answer csv = get("/api/bulk-actions/files/job-results?format=csv", SENDER);
        assertThat(csv.http().headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"files.csv\"");
        List<String> rows = csv.text().lines().toList();
        assertThat(rows).hasSize(3);
        assertThat(rows.getFirst()).startsWith("\uFEFFjobId,status,processorType,attemptsMade");
        assertThat(rows.get(1)).startsWith("'-cmd,COMPLETED,SIMULATE,1,20");
        assertThat(rows.get(2)).startsWith("f-2,FAILED,SIMULATE,1,");

        Answer lines = get("/api/bulk-actions/files/job-results", SENDER);
        assertThat(lines.http().headers().firstValue("Content-Type").orElse("")).startsWith("application/x-ndjson");
        assertThat(lines.text().lines().map(line -> JsonMapper.shared().readTree(line).path("jobId").asString()))
                .containsExactly("-cmd", "f-2");
    }

    @Test
    void whoMayNotSeeResultsGetsFilesWithoutThem() throws Exception {
        submit("hidden", List.of(job("h-1", "{\"durationMs\":1,\"data\":{\"sent\":7}}")));
        awaitEnd("hidden");

        assertThat(get("/api/bulk-actions/hidden/job-results", SENDER).text()).contains("\"result\":{\"sent\":7}");
        Answer lines = get("/api/bulk-actions/hidden/job-results", VIEWER);
        assertThat(JsonMapper.shared().readTree(lines.text()).path("result").isNull()).isTrue();
    }

    private void submit(String group, List<String> jobs) throws Exception {
        Answer answer =
                post("/api/bulk-actions", SENDER, "{\"groupId\":\"" + group + "\",\"processorType\":\"SIMULATE\","
                        + "\"jobs\":[" + jobs.stream().collect(Collectors.joining(",")) + "]}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    }

    private static String job(String id, String payload) {
        return "{\"jobId\":\"" + id + "\",\"payload\":" + payload + "}";
    }

    private void awaitEnd(String group) {
        await().until(
                () -> !get("/api/bulk-actions/" + group, SENDER).json().path("finishedAt").asString("").isEmpty());
    }
}
