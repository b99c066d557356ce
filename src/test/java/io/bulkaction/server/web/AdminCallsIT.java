package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Calls of an administrator that change many jobs or a group, and their answers. */
class AdminCallsIT extends ServiceOverHttp {

    @Test
    void selectedDeadLettersAreRetriedAndTheOthersNamed() throws Exception {
        failForGood("pick-a", 3);

        Answer answer = post("/admin/queue/retry-selected", ADMIN, """
                {"jobIds":["pick-a-0","nobody","pick-a-2","pick-a-0"]}""");

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(answer.json().path("success").asBoolean()).isTrue();
        assertThat(answer.json().path("message").asString()).isEqualTo("2 of 3 jobs will be retried.");
        assertThat(answer.json().path("retriedCount").asInt()).isEqualTo(2);
        assertThat(answer.json().path("missing")).extracting(JsonNode::asString).containsExactly("nobody");
        awaitFailed("pick-a", 3); // they fail again
        assertThat(get("/api/bulk-actions/pick-a/jobs/pick-a-2", ADMIN).json().path("attemptsMade").asInt())
                .isEqualTo(2);
        assertThat(get("/api/bulk-actions/pick-a/jobs/pick-a-1", ADMIN).json().path("attemptsMade").asInt())
                .isEqualTo(1);
        assertThat(get("/admin/queue/audit", ADMIN).text())
                .contains("retry selected").contains("pick-a-0, nobody, pick-a-2").contains("2 of 3");
    }

    @Test
    void selectedDeadLettersAreSkippedWithAReason() throws Exception {
        failForGood("pick-b", 3);

        Answer answer = send("POST", "/admin/queue/skip-selected", ADMIN, "application/json", """
                {"jobIds":["pick-b-0","pick-b-1"],"reason":"sent by post"}""");

        assertThat(answer.json().path("skippedCount").asInt()).as(answer.text()).isEqualTo(2);
        assertThat(answer.json().path("missing").isEmpty()).isTrue();
        JsonNode skipped = get("/admin/queue/failed/pick-b-0?groupId=pick-b", ADMIN).json();
        assertThat(skipped.path("status").asString()).isEqualTo("MANUALLY_RESOLVED");
        assertThat(skipped.path("resolvedBy").asString()).isEqualTo("admin");
        assertThat(skipped.path("resolution").asString()).isEqualTo("sent by post");
        awaitFailed("pick-b", 1);
    }

    @Test
    void aSelectionThatBreaksARuleIsRefused() throws Exception {
        String tooMany = IntStream.rangeClosed(0, 1_000).mapToObj(i -> "\"j" + i + "\"")
                .collect(Collectors.joining(",", "{\"jobIds\":[", "],\"reason\":\"r\"}"));
        for (String path : new String[] {"/admin/queue/retry-selected", "/admin/queue/skip-selected"}) {
            assertInvalid(path, "{\"jobIds\":[]}", "NotEmpty");
            assertInvalid(path, "{}", "NotEmpty");
            assertInvalid(path, tooMany, "Size");
            assertInvalid(path, "{\"jobIds\":[null]}", "NotNull");
            assertThat(post(path, ADMIN, "{\"jobIds\":[\"a b\"],\"reason\":\"r\"}").json().path("code").asString())
                    .isEqualTo("INVALID_ID");
            assertThat(post(path + "?queue=none", ADMIN, "{\"jobIds\":[\"a\"],\"reason\":\"r\"}").status())
                    .isEqualTo(404);
            assertThat(post(path, SENDER, "{\"jobIds\":[\"a\"],\"reason\":\"r\"}").status()).isEqualTo(403);
        }
        Answer reasonless = post("/admin/queue/skip-selected", ADMIN, "{\"jobIds\":[\"a\"],\"reason\":\" \"}");
        assertThat(reasonless.json().path("code").asString()).as(reasonless.text()).isEqualTo("REASON_REQUIRED");
    }

    @Test
    void theProgressOfATaskOnManyJobsIsShown() throws Exception {
        failForGood("far", 5);

        Answer retried = post("/admin/queue/retry-all", ADMIN, "{\"groupId\":\"far\"}");

        assertThat(retried.json().path("retriedCount").asInt()).as(retried.text()).isEqualTo(5);
        JsonNode last = get("/admin/queue/progress", ADMIN).json().path(0);
        assertThat(last.path("action").asString()).as(last.toString()).isEqualTo("retry all");
        assertThat(last.path("by").asString()).isEqualTo("admin");
        assertThat(last.path("state").asString()).isEqualTo("DONE");
        assertThat(last.path("done").asInt()).isEqualTo(5);
        assertThat(last.path("total").asInt()).isEqualTo(5);
        assertThat(get("/admin/queue/progress?queue=none", ADMIN).status()).isEqualTo(404);
    }

    @Test
    void theLimitsOfAGroupAreChangedWhileItWaits() throws Exception {
        Answer submitted = post("/api/bulk-actions", SENDER, """
                {"groupId":"slow","processorType":"SIMULATE","maxRps":0.001,
                 "jobs":[{"jobId":"s-1","payload":{}},{"jobId":"s-2","payload":{}}]}""");
        assertThat(submitted.status()).as(submitted.text()).isEqualTo(202);

        Answer limited = send("PUT", "/admin/queue/groups/slow/limits", ADMIN, "application/json",
                "{\"maxRps\":0,\"maxConcurrency\":2,\"weight\":0.5}");

        assertThat(limited.status()).as(limited.text()).isEqualTo(200);
        assertThat(limited.json().path("message").asString()).isEqualTo("The limits of the group have changed.");
        assertThat(limited.json().path("maxRps").asDouble()).isZero();
        assertThat(limited.json().path("maxConcurrency").asInt()).isEqualTo(2);
        assertThat(limited.json().path("weight").asDouble()).isEqualTo(0.5);
        await().untilAsserted(
                () -> assertThat(get("/api/bulk-actions/slow", SENDER).json().path("status").asString())
                        .isEqualTo("COMPLETED"));
        assertThat(get("/admin/queue/groups/slow/limits", ADMIN).json().path("maxConcurrency").asInt()).isEqualTo(2);
        assertThat(get("/admin/queue/groups/slow/limits", ADMIN).json().path("weight").asDouble()).isEqualTo(0.5);
        assertThat(get("/admin/queue/audit", ADMIN).text()).contains("limit")
                .contains("maxRps 0.0, maxConcurrency 2, weight 0.5");

        Answer again = send("PUT", "/admin/queue/groups/slow/limits", ADMIN, "application/json", "{}");
        assertThat(again.json().path("message").asString()).contains("nothing changed");
        for (String wrong : new String[] {"{\"maxRps\":-1}", "{\"maxConcurrency\":-1}", "{\"maxRps\":1e999}"}) {
            assertThat(send("PUT", "/admin/queue/groups/slow/limits", ADMIN, "application/json", wrong).status())
                    .as(wrong)
                    .isEqualTo(400);
        }
        assertThat(send("PUT", "/admin/queue/groups/none/limits", ADMIN, "application/json", "{}").json()
                .path("code").asString()).isEqualTo("UNKNOWN_GROUP");
        assertThat(send("PUT", "/admin/queue/groups/slow/limits", SENDER, "application/json", "{}").status())
                .isEqualTo(403);
    }

    @Test
    void theLevelOfAGroupIsChangedWithinTheScopeOfTheCaller() throws Exception {
        String group = "hooli/" + UUID.randomUUID();
        String limits = "/admin/queue/groups/" + group.replace('/', '~') + "/limits";
        post("/api/bulk-actions", SENDER,
                "{\"groupId\":\"" + group + "\",\"processorType\":\"SIMULATE\",\"delay\":\"1d\","
                        + "\"jobs\":[{\"payload\":{}}]}");
        String bearer = "Bearer " + post("/admin/tokens", ADMIN, "{\"name\":\"" + UUID.randomUUID()
                + "\",\"roles\":[\"OPERATOR\"],\"groups\":[\"hooli/*\"],\"maxLevel\":\"NORMAL\"}").json().path("token")
                .asString();

        assertThat(get(limits, ADMIN).json().path("priorityLevel").asString()).isEqualTo("NORMAL");
        Answer tooHigh = send("PUT", limits, bearer, "application/json", "{\"priorityLevel\":\"HIGH\"}");
        assertThat(tooHigh.status()).isEqualTo(403);
        assertThat(tooHigh.json().path("code").asString()).isEqualTo("LEVEL_NOT_ALLOWED");
        Answer low = send("PUT", limits, bearer, "application/json", "{\"priorityLevel\":\"LOW\"}");
        assertThat(low.json().path("priorityLevel").asString()).as(low.text()).isEqualTo("LOW");
        Answer high = send("PUT", limits, ADMIN, "application/json", "{\"priorityLevel\":\"HIGH\"}");
        assertThat(high.json().path("weight").asDouble()).isEqualTo(1);
        assertThat(get("/api/bulk-actions/" + group.replace('/', '~'), SENDER).json().path("priorityLevel").asString())
                .isEqualTo("HIGH");
        assertThat(get("/admin/queue/audit", ADMIN).text()).contains("priorityLevel HIGH");
        assertThat(send("PUT", limits, ADMIN, "application/json", "{\"priorityLevel\":\"URGENT\"}").status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.01", "-1, 0.01", "101, 100", "\"NaN\", 0.01", "\"heavy\", weight", "[], weight"})
    void aWrongWeightIsRefusedByNameAndNothingIsWritten(String weight, String says) throws Exception {
        post("/api/bulk-actions", SENDER,
                "{\"groupId\":\"weighed\",\"processorType\":\"SIMULATE\",\"weight\":3,\"jobs\":[{\"payload\":{}}]}");
        String fresh = "unweighed-" + Integer.toHexString(weight.hashCode());
        String query = weight.replace("\"", "").replace("[]", "%5B%5D");

        assertWrongWeight(says, post("/api/bulk-actions", SENDER, "{\"groupId\":\"" + fresh
                + "\",\"processorType\":\"SIMULATE\",\"weight\":" + weight + ",\"jobs\":[{\"payload\":{}}]}"));
        assertWrongWeight(says, post("/api/bulk-actions?processorType=SIMULATE&groupId=" + fresh + "&weight=" + query,
                SENDER, "application/x-ndjson", "{\"payload\":{}}\n"));
        assertWrongWeight(says, send("PUT", "/admin/queue/groups/weighed/limits", ADMIN, "application/json",
                "{\"maxConcurrency\":7,\"weight\":" + weight + "}"));

        assertThat(get("/api/bulk-actions/" + fresh, SENDER).status()).isEqualTo(404);
        JsonNode limits = get("/admin/queue/groups/weighed/limits", ADMIN).json();
        assertThat(limits.path("weight").asDouble()).isEqualTo(3);
        assertThat(limits.path("maxConcurrency").asInt()).isZero();
    }

    private static void assertWrongWeight(String says, Answer refused) {
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        assertThat(refused.json().path("errors").valueStream()).as(refused.text()).isNotEmpty()
                .allMatch(error -> error.path("field").asString().equals("weight"));
        assertThat(refused.json().path("errors").toString()).contains(says);
    }

    private void assertInvalid(String path, String body, String rule) throws Exception {
        Answer answer = post(path, ADMIN, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().path("errors").path(0).path("rule").asString()).as(answer.text()).isEqualTo(rule);
    }

    private void failForGood(String group, int jobs) throws Exception {
        String list = Stream.iterate(0, i -> i + 1).limit(jobs)
                .map(i -> "{\"jobId\":\"" + group + "-" + i + "\",\"payload\":{\"outcome\":\"permanent\"}}")
                .collect(Collectors.joining(","));
        Answer answer = post("/api/bulk-actions", SENDER,
                "{\"groupId\":\"" + group + "\",\"processorType\":\"SIMULATE\",\"jobs\":[" + list + "]}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        awaitFailed(group, jobs);
    }

    private void awaitFailed(String group, int jobs) {
        await().untilAsserted(() -> assertThat(
                get("/admin/queue/failed?groupId=" + group, ADMIN).json().path("total").asInt()).isEqualTo(jobs));
    }
}
