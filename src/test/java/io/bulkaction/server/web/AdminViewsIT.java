package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an administrator sees of a queue and its groups; how to cancel a group and skip dead letters by a filter. */
class AdminViewsIT extends ServiceOverHttp {

    @BeforeEach
    void pause() throws Exception {
        post("/admin/queue/pause?queue=stops", ADMIN, "{\"reason\":\"to look\"}");
    }

    @AfterEach
    void resume() throws Exception {
        post("/admin/queue/skip-all-and-resume?queue=stops", ADMIN, "{\"reason\":\"end of a test\"}");
    }

    @Test
    void aGroupIsShownWithItsShareAndLimits() throws Exception {
        submit("seen/1", "HIGH", "{\"jobId\":\"seen-1\",\"payload\":{}},{\"jobId\":\"seen-2\",\"payload\":{}}");

        JsonNode status = get("/admin/queue/status?queue=stops", ADMIN).json();
        assertThat(status.path("oldestWaitMillis").isIntegralNumber()).as(status.toString()).isTrue();
        assertThat(status.path("waits").path("jobs").isIntegralNumber()).isTrue();
        JsonNode row = get("/admin/queue/groups?queue=stops&level=HIGH", ADMIN).json().path("items").path(0);
        assertThat(row.path("groupId").asString()).as(row.toString()).isEqualTo("seen/1");
        assertThat(row.path("fairShare").asDouble()).isPositive();
        assertThat(row.path("rateLimit").path("limit").asInt()).isPositive();
        assertThat(row.path("congestion").path("level").asString()).isEqualTo("NONE");
        assertThat(get("/admin/queue/groups?queue=stops&level=LOW", ADMIN).json().path("total").asInt()).isZero();
        JsonNode alone = get("/admin/queue/groups/seen%2F1?queue=stops", ADMIN).json();
        assertThat(alone.path("pending").asInt()).as(alone.toString()).isEqualTo(2);
        assertThat(get("/admin/queue/groups/none?queue=stops", ADMIN).status()).isEqualTo(404);
        cancel("seen%2F1", "{\"reason\":\"seen enough\"}");
    }

    @Test
    void instancesAndTheLastMinutesAreShown() throws Exception {
        JsonNode instance = get("/admin/queue/instances?queue=stops", ADMIN).json().path("items").path(0);
        assertThat(instance.path("alive").asBoolean()).as(instance.toString()).isTrue();
        assertThat(instance.path("silentMillis").asLong()).isLessThan(30_000);
        assertThat(instance.path("processorTypes").isArray()).as(instance.toString()).isTrue();
        assertThat(get("/admin/queue/instances?queue=none", ADMIN).status()).isEqualTo(404);
        assertThat(get("/admin/queue/pool?queue=stops", ADMIN).json().path("instance"))
                .as("the instance that answers is listed").isEqualTo(instance.path("id"));
        await().until(
                () -> !get("/admin/queues/history", ADMIN).json().path(0).path("samples").isEmpty());
        JsonNode sample = get("/admin/queues/history", ADMIN).json().path(0).path("samples").path(0);
        assertThat(sample.path("waits").has("p95Millis")).as(sample.toString()).isTrue();
    }

    @Test
    void aGroupIsCancelledWithAReasonThatIsKept() throws Exception {
        submit("ended", "NORMAL", "{\"jobId\":\"ended-1\",\"payload\":{}},{\"jobId\":\"ended-2\",\"payload\":{}}");

        assertThat(cancel("ended", "{}").json().path("code").asString()).isEqualTo("REASON_REQUIRED");
        assertThat(post("/admin/queue/groups/ended/cancel?queue=stops", SENDER, "{\"reason\":\"x\"}").status())
                .isEqualTo(403);
        assertThat(cancel("nobody", "{\"reason\":\"x\"}").json().path("code").asString()).isEqualTo("UNKNOWN_GROUP");

        Answer done = cancel("ended", "{\"reason\":\"customer asked\"}");
        assertThat(done.json().path("cancelled").asInt()).as(done.text()).isEqualTo(2);
        assertThat(done.json().path("message").asString()).contains("2 jobs will not run");
        JsonNode entry = get("/admin/queue/audit?queue=stops&limit=1", ADMIN).json().path("entries").path(0);
        assertThat(entry.path("action").asString()).as(entry.toString()).isEqualTo("cancel");
        assertThat(entry.path("subject").asString()).isEqualTo("ended");
        assertThat(entry.path("detail").asString()).contains("customer asked");
    }

    /** A paused queue stays paused. */
    @Test
    void allDeadLettersThatMatchTheFilterAreSkipped() throws Exception {
        post("/admin/queue/resume?queue=stops", ADMIN, "");
        submit("fits", "NORMAL", "{\"jobId\":\"fits-1\",\"payload\":{\"outcome\":\"permanent\"}}");
        await().until(() -> failed("") == 1);
        String skipAll = "/admin/queue/skip-all?queue=stops";

        assertThat(post(skipAll, ADMIN, "{\"groupId\":\"fits\"}").status()).as("no reason").isEqualTo(400);
        Answer other = post(skipAll, ADMIN, "{\"reason\":\"r\",\"processorType\":\"OTHER\"}");
        assertThat(other.json().path("skippedCount").asInt()).as(other.text()).isZero();
        assertThat(post("/admin/queue/retry-all?queue=stops", ADMIN, "{\"processorType\":\"OTHER\"}").json()
                .path("retriedCount").asInt()).isZero();
        assertThat(failed("&processorType=SIMULATE")).isEqualTo(1);

        Answer all = post(skipAll, ADMIN, "{\"reason\":\"r\",\"processorType\":\"SIMULATE\",\"groupId\":\"fits\"}");
        assertThat(all.json().path("skippedCount").asInt()).as(all.text()).isEqualTo(1);
        assertThat(failed("")).isZero();
        assertThat(get("/admin/queue/status?queue=stops", ADMIN).json().path("isPaused").asBoolean()).isTrue();
    }

    private int failed(String filter) throws Exception {
        return get("/admin/queue/failed?queue=stops" + filter, ADMIN).json().path("total").asInt();
    }

    private Answer cancel(String group, String body) throws Exception {
        return post("/admin/queue/groups/" + group + "/cancel?queue=stops", ADMIN, body);
    }

    private void submit(String group, String level, String jobs) throws Exception {
        Answer answer = post("/api/bulk-actions", SENDER,
                "{\"queue\":\"stops\",\"groupId\":\"" + group + "\",\"processorType\":\"SIMULATE\",\"priorityLevel\":\""
                        + level + "\",\"jobs\":[" + jobs + "]}");
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    }
}
