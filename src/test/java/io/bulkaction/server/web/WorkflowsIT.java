package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The service over HTTP, from submit to result, and what an administrator does in between. */
class WorkflowsIT extends ServiceOverHttp {

    @Test
    void callsOfSubmittersHaveTheirOwnTrailAndThoseThatChangeNothingAreLeftOut() throws Exception {
        String jobs = "\"processorType\":\"SIMULATE\",\"jobs\":[{\"payload\":{\"durationMs\":60000}}]}";
        post("/api/bulk-actions", SENDER, "{\"groupId\":\"apart\",\"maxConcurrency\":1," + jobs);
        post("/api/bulk-actions", SENDER, "{\"groupId\":\"apart\",\"maxConcurrency\":1," + jobs);
        post("/api/bulk-actions", SENDER, "{\"groupId\":\"apart\",\"maxConcurrency\":2,\"weight\":5," + jobs);
        post("/api/bulk-actions?groupId=apart&processorType=SIMULATE&priorityLevel=LOW&weight=0.5", SENDER,
                "application/x-ndjson", "{\"payload\":{}}\nno json\n");
        for (int i = 0; i < 5; i++) {
            assertThat(send("DELETE", "/api/bulk-actions/apart", SENDER, "application/json", "").json().path("changed")
                    .asBoolean()).isEqualTo(i == 0);
        }

        assertThat(entries("SUBMITTER", "apart")).containsExactly(
                "cancel", "submit level low, was normal; weight 0.5, was 5.0",
                "submit maxConcurrency 2, was 1; weight 5.0, was 1");
        assertThat(entries("ADMINISTRATOR", "apart")).isEmpty();
        assertThat(entries("REFUSED", "apart")).isEmpty();
        assertThat(get("/admin/queue/audit?kind=NONE", ADMIN).status()).isEqualTo(400);
        assertThat(get("/admin/queue/audit?before=no-id", ADMIN).status()).isEqualTo(400);
    }

    private List<String> entries(String kind, String subject) throws Exception {
        return get("/admin/queue/audit?limit=1000&kind=" + kind, ADMIN).json().path("entries").valueStream()
                .filter(entry -> entry.path("subject").asString().equals(subject))
                .map(entry -> entry.path("action").asString()
                        + (entry.path("action").asString().equals("submit") ? " " + entry.path("detail").asString()
                                : ""))
                .toList();
    }

    @Test
    void idsWithDotSegmentsAreRefusedEverywhere() throws Exception {
        for (String id : List.of(".", "..", "../a", "a/..", "a/./b")) {
            String job = "{\"jobId\":\"" + id + "\",\"payload\":{}}";
            for (Answer refused : List.of(
                    post("/api/bulk-actions", SENDER,
                            "{\"groupId\":\"" + id + "\",\"processorType\":\"SIMULATE\",\"jobs\":[{\"payload\":{}}]}"),
                    post("/api/bulk-actions", SENDER,
                            "{\"groupId\":\"dots\",\"processorType\":\"SIMULATE\",\"jobs\":[" + job + "]}"),
                    post("/api/bulk-actions?processorType=SIMULATE&groupId=" + id, SENDER, "application/x-ndjson",
                            "{\"payload\":{}}\n"),
                    post("/api/bulk-actions?processorType=SIMULATE&groupId=dots", SENDER, "application/x-ndjson",
                            job + "\n"),
                    post("/admin/queue/retry-selected", ADMIN, "{\"jobIds\":[\"" + id + "\"]}"))) {
                assertThat(refused.status()).as(id + ": " + refused.text()).isEqualTo(400);
                assertThat(refused.text()).contains("'.' or '..'");
            }
        }
        assertThat(get("/api/bulk-actions/dots", SENDER).status()).isEqualTo(404);
    }

    @Test
    void aRepeatedIdParameterIsRefused() throws Exception {
        for (String path : List.of("/admin/queue/status?queue=default&queue=stops",
                "/admin/queue/failed?groupId=a&groupId=b",
                "/api/bulk-actions/first/jobs/f-1?queue=default&queue=default")) {
            Answer refused = get(path, ADMIN);
            assertThat(refused.status()).as(refused.text()).isEqualTo(400);
            assertThat(refused.json().path("code").asString()).isEqualTo("INVALID_ID");
        }
        assertThat(get("/admin/queue/failed?groupId=", ADMIN).json().path("code").asString()).isEqualTo("INVALID_ID");
        assertThat(get("/admin/queue/status?queue=", ADMIN).json().path("queue").asString())
                .as("an empty queue is none")
                .isEqualTo("default");
    }

    @Test
    void aSubmittedGroupCompletesWithAResult() throws Exception {
        String body = """
                {"groupId":"first","processorType":"SIMULATE","priorityLevel":"HIGH",
                 "jobs":[{"jobId":"f-1","payload":{"durationMs":1}},{"payload":{"durationMs":1}}]}""";
        Answer submitted = post("/api/bulk-actions", SENDER, "application/json", body);
        assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);
        assertThat(submitted.json().path("accepted").asInt()).isEqualTo(2);
        assertThat(submitted.json().path("totalJobs").asInt()).isEqualTo(2);

        awaitStatus("first", "COMPLETED");
        JsonNode progress = get("/api/bulk-actions/first", SENDER).json();
        assertThat(progress.path("queue").asString()).isEqualTo("default");
        assertThat(progress.path("successCount").asInt()).isEqualTo(2);
        assertThat(progress.path("percent").asDouble()).isEqualTo(100);
        Answer result = get("/api/bulk-actions/first/result", SENDER);
        assertThat(result.status()).as(result.text()).isEqualTo(200);
        assertThat(get("/api/bulk-actions/first/jobs/f-1", SENDER).json().path("status").asString())
                .isEqualTo("COMPLETED");

        assertThat(get("/api/bulk-actions/first/results", SENDER).json().path(0).path("run").asInt()).isEqualTo(1);

        Answer again = post("/api/bulk-actions", SENDER, "application/json", """
                {"groupId":"first","processorType":"SIMULATE","jobs":[{"jobId":"f-1","payload":{}}]}""");
        assertThat(again.json().path("duplicates").asInt()).isEqualTo(1);
        assertThat(again.json().path("run").asInt()).as("no new run").isEqualTo(1);
    }

    @Test
    void aBadLineIsNamedAndTheCorrectedFileAddsOnlyWhatIsMissing() throws Exception {
        String lines = IntStream.range(0, 1_500)
                .mapToObj(i -> "{\"jobId\":\"line-" + i + "\",\"payload\":{\"durationMs\":0}}")
                .collect(Collectors.joining("\n"));
        String path = "/api/bulk-actions?groupId=lines&processorType=SIMULATE";
        Answer broken = post(path, SENDER, "application/x-ndjson", lines + "\n{\"jobId\":\"line-x\",\"payload\":");
        assertThat(broken.status()).isEqualTo(400);
        assertThat(broken.json().path("code").asString()).isEqualTo("INVALID_LINE");
        assertThat(broken.json().path("detail").asString()).contains("Line 1,501").contains("1,500 accepted");

        Answer corrected =
                post(path, SENDER, "application/x-ndjson", lines + "\n{\"jobId\":\"line-x\",\"payload\":{}}\n");
        assertThat(corrected.status()).as(corrected.text()).isEqualTo(202);
        assertThat(corrected.json().path("accepted").asInt()).isEqualTo(1);
        assertThat(corrected.json().path("duplicates").asInt()).isEqualTo(1_500);
        awaitStatus("lines", "COMPLETED");
    }

    /** A misspelt maxRps was no limit at all. */
    @ParameterizedTest
    @CsvSource({"priorty=HIGH, priorty, Unknown", "maxrps=1, maxrps, Unknown", "maxRps=1&maxRps=2, maxRps, Once"})
    void aMisspeltOrRepeatedParameterOfAStreamIsRefusedByName(String query, String field, String rule)
            throws Exception {
        Answer refused = post("/api/bulk-actions?processorType=SIMULATE&groupId=misspelt&" + query, SENDER,
                "application/x-ndjson", "{\"payload\":{}}\n");

        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("errors").path(0).path("field").asString()).isEqualTo(field);
        assertThat(refused.json().path("errors").path(0).path("rule").asString()).isEqualTo(rule);
        assertThat(get("/api/bulk-actions/misspelt", SENDER).status()).isEqualTo(404);
    }

    /** The parameter was ignored and the jobs went to the queue default. */
    @ParameterizedTest
    @ValueSource(strings = {"queue=stops", "sealed=false", "priorty=HIGH"})
    void aQueryParameterOfAJsonSubmitIsRefusedByName(String query) throws Exception {
        Answer refused = post("/api/bulk-actions?" + query, SENDER, "application/json",
                "{\"groupId\":\"beside\",\"processorType\":\"SIMULATE\",\"jobs\":[{\"payload\":{}}]}");

        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("code").asString()).isEqualTo("INVALID_REQUEST");
        JsonNode error = refused.json().path("errors").path(0);
        assertThat(error.path("field").asString()).isEqualTo(query.split("=")[0]);
        assertThat(error.path("rule").asString()).isEqualTo("Misplaced");
        assertThat(error.path("message").asString()).contains("put it into the JSON body");
        assertThat(get("/api/bulk-actions/beside", SENDER).status()).isEqualTo(404);
    }

    @Test
    void aRepeatedFieldOfALineIsRefusedByName() throws Exception {
        Answer refused = post("/api/bulk-actions?processorType=SIMULATE&groupId=doubled", SENDER,
                "application/x-ndjson", "{\"jobId\":\"a\",\"jobId\":\"b\",\"payload\":{}}\n");

        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("detail").asString()).contains("Line 1", "jobId appears twice");
    }

    /** The answer was that the body is missing. */
    @Test
    void aPayloadNestedTooDeeplyIsTooComplex() throws Exception {
        assertRefused(400, "BODY_TOO_COMPLEX",
                "{\"groupId\":\"bad\",\"processorType\":\"SIMULATE\",\"jobs\":[{\"payload\":"
                        + "[".repeat(120_000) + "]".repeat(120_000) + "}]}");
    }

    @Test
    void aBadSubmitIsRefusedBeforeAnythingIsWritten() throws Exception {
        assertRefused(400, "INVALID_ID",
                """
                        {"groupId":"bad","processorType":"SIMULATE","jobs":[{"jobId":"ok","payload":{}},{"jobId":"a b","payload":{}}]}""");
        assertRefused(400, "UNKNOWN_PROCESSOR", """
                {"groupId":"bad","processorType":"NOBODY","jobs":[{"jobId":"ok","payload":{}}]}""");
        assertRefused(404, "UNKNOWN_QUEUE", """
                {"queue":"none","groupId":"bad","processorType":"SIMULATE","jobs":[{"jobId":"ok","payload":{}}]}""");
        assertRefused(400, "INVALID_REQUEST", """
                {"groupId":"bad","processorType":"SIMULATE","jobs":[]}""");
        assertThat(get("/api/bulk-actions/bad", SENDER).status()).isEqualTo(404);
        assertThat(get("/api/bulk-actions/bad/jobs/ok", SENDER).status()).isEqualTo(404);
        assertThat(get("/admin/queue/status", SENDER).status()).as("a submitter is not an administrator")
                .isEqualTo(403);
        await().untilAsserted(() -> assertThat(get("/admin/queue/audit", ADMIN).text())
                .contains("GET /admin/queue/status").contains("sender").contains("REFUSED"));
    }

    @Test
    void cancellingEndsTheRunWithAResult() throws Exception {
        post("/admin/queue/pause?queue=default", ADMIN, "application/json", "{\"reason\":\"cancel test\"}");
        post("/api/bulk-actions", SENDER, "application/json",
                """
                        {"groupId":"gone","processorType":"SIMULATE","jobs":[{"jobId":"g-1","payload":{}},{"jobId":"g-2","payload":{}}]}""");
        assertThat(get("/api/bulk-actions/gone/result", SENDER).status()).isEqualTo(404);
        assertThat(get("/api/bulk-actions/gone/result?partial=true", SENDER).json().path("totalJobs").asInt())
                .isEqualTo(2);
        assertThat(get("/api/bulk-actions/nobody/result?partial=true", SENDER).status()).isEqualTo(404);
        assertThat(get("/api/bulk-actions/gone/results", SENDER).text()).isEqualTo("[]");
        Answer cancelled =
                send("DELETE", "/api/bulk-actions/gone", SENDER, "application/json", "{\"reason\":\"asked\"}");
        assertThat(cancelled.json().path("cancelled").asInt()).as(cancelled.text()).isEqualTo(2);
        post("/admin/queue/resume?queue=default", ADMIN, "application/json", "");
        awaitStatus("gone", "CANCELLED");
        assertThat(get("/api/bulk-actions/gone/jobs/g-1", SENDER).json().path("status").asString())
                .isEqualTo("CANCELLED");
        assertThat(get("/admin/queue/audit", ADMIN).json().path("entries")).anySatisfy(entry -> {
            assertThat(entry.path("action").asString()).isEqualTo("cancel");
            assertThat(entry.path("who").asString()).isEqualTo("sender");
            assertThat(entry.path("subject").asString()).isEqualTo("gone");
            assertThat(entry.path("detail").asString()).isEqualTo("2 cancelled, 0 running: asked");
        });
    }

    /** Retries once the cause is fixed, skips what was done by hand, and both for many at once. */
    @Test
    void anAdministratorRetriesSkipsAndResumes() throws Exception {
        submitFailing("fail-a", 1);
        JsonNode status = awaitPaused();
        assertThat(status.path("pauseReason").asString()).isEqualTo("SIMULATE_FAILED");
        assertThat(status.path("failedJobId").asString()).isEqualTo("fail-a-0");
        assertThat(status.path("failedGroupId").asString()).isEqualTo("fail-a");
        await().untilAsserted(() -> {
            JsonNode alert = get("/admin/queue/alerts?queue=stops", ADMIN).json().path(0);
            assertThat(alert.path("type").asString()).isEqualTo("QUEUE_PAUSED_ON_FAILURE");
            assertThat(alert.path("severity").asString()).isEqualTo("CRITICAL");
            assertThat(alert.path("details").path("job").asString()).isEqualTo("fail-a-0");
            assertThat(alert.path("details").path("group").asString()).isEqualTo("fail-a");
        });
        JsonNode detail = get("/admin/queue/failed/fail-a-0?queue=stops", ADMIN).json();
        assertThat(detail.path("attempts").size()).isEqualTo(1);
        assertThat(detail.path("payload").path("outcome").asString()).isEqualTo("permanent");

        Answer retried = post("/admin/queue/retry/fail-a-0?queue=stops", ADMIN, "application/json", "");
        assertThat(retried.json().path("newJobId").asString()).as(retried.text()).isEqualTo("fail-a-0");
        Answer resumed = post("/admin/queue/resume?queue=stops", ADMIN, "application/json", "");
        assertThat(resumed.json().path("success").asBoolean()).isTrue();
        awaitPaused(); // it fails again

        assertThat(post("/admin/queue/skip/fail-a-0?queue=stops", ADMIN, "application/json", "{}").status())
                .isEqualTo(400);
        Answer skipped =
                post("/admin/queue/skip/fail-a-0?queue=stops", ADMIN, "application/json", "{\"reason\":\"by hand\"}");
        assertThat(skipped.json().path("newStatus").asString()).as(skipped.text()).isEqualTo("MANUALLY_RESOLVED");
        assertThat(post("/admin/queue/skip/fail-a-0?queue=stops&groupId=fail-a", ADMIN, "application/json",
                "{\"reason\":\"twice\"}").json().path("code").asString())
                .isEqualTo("NOT_A_DEAD_LETTER");
        assertThat(post("/admin/queue/skip/fail-a-0?queue=stops", ADMIN, "application/json",
                "{\"reason\":\"twice\"}").json().path("code").asString())
                .isEqualTo("UNKNOWN_DEAD_LETTER");
        assertThat(post("/admin/queue/retry/nobody?queue=stops", ADMIN, "application/json", "").status())
                .isEqualTo(404);

        submitFailing("fail-b", 3);
        for (int i = 0; i < 3; i++) {
            post("/admin/queue/resume?queue=stops", ADMIN, "application/json", "");
            int failed = i + 1;
            await().until(
                    () -> get("/admin/queue/failed?queue=stops", ADMIN).json().path("total").asInt() >= failed);
        }
        Answer all = post("/admin/queue/skip-all-and-resume?queue=stops", ADMIN, "application/json",
                "{\"reason\":\"outage over\"}");
        assertThat(all.json().path("skippedCount").asInt()).as(all.text()).isEqualTo(3);
        assertThat(get("/admin/queue/status?queue=stops", ADMIN).json().path("isPaused").asBoolean()).isFalse();
        assertThat(get("/admin/queue/audit?queue=stops", ADMIN).text()).contains("skip all and resume")
                .contains("admin");
        assertThat(get("/admin/queue/doctor?queue=stops", ADMIN).text()).containsOnlyOnce("\"healthy\"");
        assertThat(get("/admin/queue/doctor?queue=stops", ADMIN).json().path("healthy").asBoolean())
                .as(get("/admin/queue/doctor?queue=stops", ADMIN).text())
                .isTrue();
    }

    @Test
    void thePoolIsScaledAtRuntime() throws Exception {
        Answer scaled = post("/admin/queue/scale?queue=stops", ADMIN, "application/json", "{\"workers\":3}");
        assertThat(scaled.status()).as(scaled.text()).isEqualTo(200);
        assertThat(get("/admin/queue/pool?queue=stops", ADMIN).json().path("workerCount").asInt()).isEqualTo(3);
        assertThat(post("/admin/queue/scale?queue=stops", ADMIN, "application/json", "{\"workers\":-1}").status())
                .isEqualTo(400);
        assertThat(get("/admin/queue/groups?limit=5000", ADMIN).status()).isEqualTo(400);
    }

    private void submitFailing(String group, int jobs) throws Exception {
        String list = IntStream.range(0, jobs)
                .mapToObj(i -> "{\"jobId\":\"" + group + "-" + i + "\",\"payload\":{\"outcome\":\"permanent\"}}")
                .collect(Collectors.joining(","));
        Answer answer = post("/api/bulk-actions", SENDER, "application/json",
                "{\"queue\":\"stops\",\"groupId\":\"" + group + "\",\"processorType\":\"SIMULATE\",\"jobs\":[" + list
                        + "]}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    }

    private JsonNode awaitPaused() {
        return await().until(
                () -> get("/admin/queue/status?queue=stops", ADMIN).json(),
                status -> status.path("isPaused").asBoolean());
    }

    private void awaitStatus(String group, String status) {
        await().untilAsserted(
                () -> assertThat(get("/api/bulk-actions/" + group, SENDER).json().path("status").asString())
                        .isEqualTo(status));
    }

    private void assertRefused(int status, String code, String body) throws Exception {
        Answer answer = post("/api/bulk-actions", SENDER, "application/json", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json().path("code").asString()).isEqualTo(code);
    }
}
