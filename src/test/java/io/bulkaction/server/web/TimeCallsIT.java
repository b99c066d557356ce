package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** When something starts, until when it must have, and what changes or stops that, over HTTP. */
class TimeCallsIT extends ServiceOverHttp {

    private static final String PATH = "/api/bulk-actions";
    private static final String LINES = "application/x-ndjson";
    private static final String LATER = "2126-11-18T09:00:00+09:00";
    private static final Instant LATER_IN_UTC = Instant.parse("2126-11-18T00:00:00Z");

    private final String group = "times/" + UUID.randomUUID();

    @ParameterizedTest
    @ValueSource(strings = {"\"startAt\": \"" + LATER + "\"", "\"delay\": \"15m\"", "\"delay\": \"PT15M\""})
    void aGroupWaitsForItsTime(String field) throws Exception {
        accept(body(field, "{\"jobId\": \"a\", \"payload\": {}}"));

        JsonNode hold = get(path(), SENDER).json().path("hold");
        assertThat(hold.path("reason").asString()).isEqualTo("SCHEDULED");
        if (field.contains(LATER)) {
            assertThat(Instant.parse(hold.path("until").asString())).isEqualTo(LATER_IN_UTC);
        }
        assertThat(get(path() + "/explain", SENDER).json().path("code").asString()).isEqualTo("SCHEDULED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"runAt\": \"" + LATER + "\"", "\"delay\": \"3d\""})
    void aJobWaitsForItsTimeAndOthersOfItsGroupDoNot(String field) throws Exception {
        accept(body("\"labels\": {}", "{\"jobId\": \"now\", \"payload\": {}}, {\"jobId\": \"later\", " + field
                + ", \"payload\": {}}"));

        awaitStatus("now", "COMPLETED");
        JsonNode later = job("later");
        assertThat(later.path("status").asString()).isEqualTo("WAITING");
        assertThat(later.path("place").asString()).isEqualTo("SCHEDULED");
        if (field.contains(LATER)) {
            assertThat(Instant.parse(later.path("until").asString())).isEqualTo(LATER_IN_UTC);
        }
        assertThat(get(path(), SENDER).json().path("scheduled").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "\"expiresAt\": \"2020-01-01T00:00:00Z\" | \"metadata\": {}",
        "\"ttl\": \"0s\" | \"metadata\": {}",
        "\"labels\": {} | \"expiresAt\": \"2020-01-01T00:00:00+09:00\"",
        "\"labels\": {} | \"ttl\": \"1ms\", \"delay\": \"5m\"",
        "\"expiresAt\": \"" + LATER + "\" | \"ttl\": \"0s\"",
        "\"ttl\": \"1ms\" | \"expiresAt\": \"" + LATER + "\", \"runAt\": \"" + LATER + "\""})
    void whatHasNotStartedInTimeNeverDoes(String ofRequest, String ofJob) throws Exception {
        accept(body(ofRequest, "{\"jobId\": \"a\", " + ofJob + ", \"payload\": {}}"));

        awaitStatus("a", "EXPIRED");
        assertThat(job("a").path("attemptsMade").asInt()).isZero();
        await().until(() -> get(path(), SENDER).json().path("status").asString().equals("COMPLETED"));
        assertThat(get(path(), SENDER).json().path("expiredCount").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "startAt | \"startAt\": \"2126-11-18T09:00:00\"",
        "startAt | \"startAt\": \"tomorrow\"",
        "expiresAt | \"expiresAt\": \"2126-11-18\"",
        "delay | \"delay\": \"soon\"",
        "delay | \"delay\": \"5\"",
        "ttl | \"ttl\": \"-1\""})
    void aTimeOfARequestThatMeansNothingIsNamed(String name, String field) throws Exception {
        assertWrong(name, post(PATH, SENDER, body(field, "{\"payload\": {}}")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "runAt | \"runAt\": \"2126-11-18T09:00:00\"",
        "expiresAt | \"expiresAt\": \"never\"",
        "delay | \"delay\": \"5 parsecs\"",
        "ttl | \"ttl\": \"60\""})
    void aTimeOfAJobThatMeansNothingIsNamed(String name, String field) throws Exception {
        assertWrong("jobs[1]." + name, post(PATH, SENDER, body("\"labels\": {}",
                "{\"payload\": {}}, {" + field + ", \"payload\": {}}")));
        assertThat(get(path(), SENDER).status()).isEqualTo(404);
        Answer line = post(PATH + "?processorType=SIMULATE&groupId=" + encoded(), SENDER, LINES,
                "{" + field + ", \"payload\": {}}\n");
        assertThat(line.status()).isEqualTo(400);
        assertThat(line.text()).contains(name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "delay must be 0 to 3650 days | \"delay\": \"-5m\"",
        "ttl must be 0 to 3650 days | \"ttl\": \"-PT1S\"",
        "delay must be 0 to 3650 days | \"delay\": \"4000d\"",
        "startAt must be a time of the years 1970 to 9999 | \"startAt\": \"+10000-01-01T00:00:00Z\"",
        "expiresAt must be a time of the years 1970 to 9999 | \"expiresAt\": \"1969-12-31T00:00:00Z\"",
        "startAt and delay say the same twice | \"startAt\": \"" + LATER + "\", \"delay\": \"1m\"",
        "expiresAt and ttl say the same twice | \"expiresAt\": \"" + LATER + "\", \"ttl\": \"1m\""})
    void aTimeOutOfBoundsOrSaidTwiceIsRefused(String says, String fields) throws Exception {
        Answer ofRequest = post(PATH, SENDER, body(fields, "{\"payload\": {}}"));
        Answer ofJob = post(PATH, SENDER, body("\"labels\": {}",
                "{" + fields.replace("startAt", "runAt") + ", \"payload\": {}}"));

        assertThat(ofRequest.status()).isEqualTo(400);
        assertThat(ofRequest.json().path("detail").asString()).contains(says);
        assertThat(ofJob.status()).isEqualTo(400);
        assertThat(ofJob.json().path("detail").asString()).contains(says.replace("startAt", "runAt"));
        assertThat(get(path(), SENDER).status()).isEqualTo(404);
    }

    /** A plus sign in a query is a blank to whoever reads it. */
    @ParameterizedTest
    @ValueSource(strings = {"startAt=" + LATER, "startAt=2126-11-18T09:00:00%2B09:00", "startAt=2126-11-18T00:00:00Z"})
    void aStreamOfLinesSaysTheTimesOfAllInItsQueryAndThoseOfAJobInItsLine(String parameter) throws Exception {
        Answer answer = post(PATH + "?processorType=SIMULATE&groupId=" + encoded() + "&" + parameter + "&ttl=30d",
                SENDER,
                LINES, "{\"jobId\": \"a\", \"payload\": {}}\n{\"jobId\": \"b\", \"delay\": \"1d\", \"payload\": {}}\n"
                        + "{\"jobId\": \"c\", \"expiresAt\": \"2020-01-01T00:00:00Z\", \"payload\": {}}\n");

        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        assertThat(Instant.parse(get(path(), SENDER).json().path("hold").path("until").asString()))
                .isEqualTo(LATER_IN_UTC);
        assertThat(job("b").path("place").asString()).isEqualTo("SCHEDULED");
        awaitStatus("c", "EXPIRED");
        assertWrong("startAt",
                post(PATH + "?processorType=SIMULATE&groupId=x&startAt=2126-11-18T09:00:00", SENDER, LINES,
                        "{\"payload\": {}}\n"));
    }

    @Test
    void theTimeOfAGroupChangesUntilItStartsAndAllOfItAfterwardsIsRefused() throws Exception {
        accept(body("\"startAt\": \"" + LATER + "\"", "{\"jobId\": \"a\", \"payload\": {}}"));

        Answer delayed = schedule("", "{\"delay\": \"1h\"}", SENDER);
        assertThat(delayed.json().path("changed").asBoolean()).as(delayed.text()).isTrue();
        assertThat(Instant.parse(delayed.json().path("startAt").asString())).isBefore(LATER_IN_UTC);
        Answer changed = schedule("", "{\"startAt\": \"" + LATER + "\"}", OPERATOR);
        assertThat(changed.text()).isEqualTo("{\"changed\":true,\"startAt\":\"2126-11-18T00:00:00Z\"}");
        assertThat(schedule("", "{\"startAt\": \"" + LATER + "\"}", SENDER).json().path("changed").asBoolean())
                .isFalse();
        assertWrong("startAt", schedule("", "{}", SENDER));
        assertWrong("startAt", schedule("", "{\"startAt\": \"2126-11-18T09:00:00\"}", SENDER));
        assertWrong("startAt", schedule("", "{\"startAt\": 5}", SENDER));
        assertThat(schedule("", "{\"startAt\": \"" + LATER + "\", \"delay\": \"1h\"}", SENDER).status()).isEqualTo(400);
        assertThat(schedule("", "{\"startAt\": null}", VIEWER).status()).isEqualTo(403);

        assertThat(schedule("", "{\"startAt\": null}", SENDER).text()).isEqualTo("{\"changed\":true,\"startAt\":null}");
        awaitStatus("a", "COMPLETED");
        await().until(() -> schedule("", "{\"delay\": \"1h\"}", SENDER).json().path("code").asString("")
                .equals("GROUP_ENDED"));
        assertThat(schedule("", "{\"delay\": \"1h\"}", SENDER).status()).isEqualTo(409);
        assertThat(get("/admin/queue/audit?kind=OPERATOR&limit=1000", ADMIN).json().path("entries").valueStream()
                .filter(entry -> entry.path("subject").asString("").equals(group))
                .map(entry -> entry.path("action").asString() + ": " + entry.path("detail").asString()))
                .containsExactly("reschedule group: 2126-11-18T00:00:00Z");
        assertThat(send("PUT", PATH + "/none/schedule", SENDER, "application/json", "{\"delay\": \"1h\"}").json()
                .path("code").asString()).isEqualTo("UNKNOWN_GROUP");
    }

    @Test
    void theTimeOfAJobChangesUntilItHasCome() throws Exception {
        accept(body("\"sealed\": false", "{\"jobId\": \"a\", \"runAt\": \"" + LATER + "\", \"payload\": {}}"));

        assertThat(schedule("/jobs/a", "{\"delay\": \"1h\"}", SENDER).json().path("changed").asBoolean()).isTrue();
        assertThat(Instant.parse(job("a").path("until").asString())).isBefore(LATER_IN_UTC);
        assertWrong("runAt", schedule("/jobs/a", "{\"startAt\": null}", SENDER));
        assertThat(schedule("/jobs/a", "{\"runAt\": \"2020-01-01T00:00:00Z\"}", SENDER).text())
                .isEqualTo("{\"changed\":true,\"runAt\":null}");
        awaitStatus("a", "COMPLETED");
        Answer tooLate = schedule("/jobs/a", "{\"runAt\": null}", SENDER);
        assertThat(tooLate.status()).isEqualTo(409);
        assertThat(tooLate.json().path("code").asString()).isEqualTo("JOB_NOT_SCHEDULED");
        assertThat(schedule("/jobs/none", "{\"runAt\": null}", SENDER).json().path("code").asString())
                .isEqualTo("UNKNOWN_JOB");
    }

    @Test
    void aGroupIsPausedAndResumed() throws Exception {
        accept(body("\"sealed\": false, \"delay\": \"1d\"", "{\"jobId\": \"a\", \"payload\": {}}"));

        Answer paused = post(path() + "/pause", SENDER, "{\"reason\": \"wrong template\"}");
        assertThat(paused.status()).isEqualTo(200);
        assertThat(paused.json().path("changed").asBoolean()).isTrue();
        assertThat(paused.json().path("reason").asString()).isEqualTo("wrong template");
        assertThat(paused.json().path("by").asString()).isEqualTo("sender");
        assertThat(Instant.parse(paused.json().path("pausedAt").asString())).isNotNull();
        Answer again = post(path() + "/pause", OPERATOR, "");
        assertThat(again.json().path("changed").asBoolean()).isFalse();
        assertThat(again.json().path("by").asString()).isEqualTo("sender");
        assertThat(schedule("", "{\"startAt\": null}", SENDER).status()).isEqualTo(200);
        assertThat(get(path(), SENDER).json().path("hold").path("reason").asString()).isEqualTo("PAUSED");

        assertThat(post(path() + "/resume", SENDER, "").text()).isEqualTo("{\"changed\":true}");
        assertThat(post(path() + "/resume", SENDER, "").text()).isEqualTo("{\"changed\":false}");
        awaitStatus("a", "COMPLETED");
        post(path() + "/seal", SENDER, "");
        await().until(() -> post(path() + "/pause", SENDER, "").status() == 409);
        assertThat(post(path() + "/pause", SENDER, "").json().path("code").asString()).isEqualTo("GROUP_ENDED");
        assertThat(post(PATH + "/none/resume", SENDER, "").status()).isEqualTo(404);
    }

    @Test
    void oneJobIsCancelledWhereverItIsUnlessItHasEnded() throws Exception {
        accept("""
                {"queue": "walked", "groupId": "%s", "processorType": "SIMULATE", "sealed": false, "jobs": [
                 {"jobId": "later", "delay": "1d", "payload": {}},
                 {"jobId": "done", "payload": {}},
                 {"jobId": "dead", "payload": {"outcome": "PERMANENT"}},
                 {"jobId": "runs", "payload": {"durationMs": 86400000}}]}
                """.formatted(group));
        String queue = "?queue=walked";
        await().until(() -> get(path() + "/jobs/runs" + queue, SENDER).json().path("status").asString("")
                .equals("PROCESSING"));
        await().until(() -> get(path() + queue, SENDER).json().path("doneJobs").asInt() == 2);

        Answer later = send("DELETE", path() + "/jobs/later" + queue, SENDER, "application/json", "");
        assertThat(later.text()).isEqualTo("{\"changed\":true,\"status\":\"CANCELLED\"}");
        assertThat(send("DELETE", path() + "/jobs/later" + queue, SENDER, "application/json", "").text())
                .isEqualTo("{\"changed\":false,\"status\":\"CANCELLED\"}");
        Answer done = send("DELETE", path() + "/jobs/done" + queue, SENDER, "application/json", "");
        assertThat(done.status()).isEqualTo(409);
        assertThat(done.json().path("code").asString()).isEqualTo("JOB_ENDED");
        Answer dead = send("DELETE", path() + "/jobs/dead" + queue, SENDER, "application/json", "");
        assertThat(dead.status()).isEqualTo(409);
        assertThat(dead.json().path("code").asString()).isEqualTo("IS_DEAD_LETTER");
        Answer runs = send("DELETE", path() + "/jobs/runs" + queue, SENDER, "application/json", "");
        assertThat(runs.text()).isEqualTo("{\"changed\":true,\"status\":\"PROCESSING\"}");
        await().until(() -> get(path() + "/jobs/runs" + queue, SENDER).json().path("status").asString("")
                .equals("CANCELLED"));
    }

    private void accept(String body) throws Exception {
        Answer answer = post(PATH, SENDER, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    }

    private String body(String fields, String jobs) {
        return "{\"groupId\": \"" + group + "\", \"processorType\": \"SIMULATE\", " + fields + ", \"jobs\": [" + jobs
                + "]}";
    }

    private static void assertWrong(String field, Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.json().path("errors").path(0).path("field").asString()).isEqualTo(field);
    }

    private Answer schedule(String of, String body, String who) throws Exception {
        return send("PUT", path() + of + "/schedule", who, "application/json", body);
    }

    private void awaitStatus(String id, String status) {
        await().untilAsserted(() -> assertThat(job(id).path("status").asString()).isEqualTo(status));
    }

    private JsonNode job(String id) throws Exception {
        return get(path() + "/jobs/" + id, SENDER).json();
    }

    private String path() {
        return PATH + "/" + encoded();
    }

    private String encoded() {
        return group.replace("/", "%2F");
    }
}
