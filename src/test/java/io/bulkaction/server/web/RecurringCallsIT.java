package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Recurring bulk actions over HTTP, in a running service. */
class RecurringCallsIT extends ServiceOverHttp {

    private static final String PATH = "/admin/recurring/report";

    @AfterEach
    void remove() throws Exception {
        delete(PATH, ADMIN);
    }

    @Test
    void anAdministratorMakesItAndAnOperatorRunsIt() throws Exception {
        Answer made = put(PATH, ADMIN, """
                {"cron": "0 3 * * *", "zone": "Asia/Seoul", "processorType": "SIMULATE", "overlap": "ALLOW",
                 "jobs": [{"jobId": "a", "payload": {"durationMs": 1}}, {"payload": {"durationMs": 1}}]}""");
        assertThat(made.status()).as(made.text()).isEqualTo(200);
        assertThat(made.json().path("upcoming")).hasSize(10);
        assertThat(made.json().path("upcoming").path(0).asString()).endsWith("T18:00:00Z");
        assertThat(put(PATH, OPERATOR, "{}").status()).isEqualTo(403);
        assertThat(delete(PATH, OPERATOR).status()).isEqualTo(403);

        Answer run = post(PATH + "/run", OPERATOR, "");
        assertThat(run.status()).as(run.text()).isEqualTo(200);
        String group = run.json().path("groupId").asString();
        assertThat(group).startsWith("report/");
        await().untilAsserted(() -> assertThat(get(PATH, VIEWER).json().path("ticks").path(0).path("status").asString())
                .isEqualTo("COMPLETED"));
        assertThat(get(PATH, ADMIN).json().path("ticks").path(0).path("jobs").asInt()).isEqualTo(2);
        assertThat(get(PATH, ADMIN).json().path("jobs").path(0).path("payload").path("durationMs").asInt())
                .isEqualTo(1);
        assertThat(get(PATH, OPERATOR).json().path("jobs").path(0).path("payload").isNull()).isTrue();

        assertThat(post(PATH + "/pause", OPERATOR, "{\"reason\":\"holiday\"}").status()).isEqualTo(200);
        assertThat(get(PATH, VIEWER).json().path("paused").path("reason").asString()).isEqualTo("holiday");
        assertThat(get("/admin/recurring", VIEWER).json().path("items")).hasSize(1);
        assertThat(post(PATH + "/resume", OPERATOR, "").status()).isEqualTo(200);
        assertThat(get("/admin/queue/audit?limit=10", ADMIN).text())
                .contains("set recurring", "run recurring", "pause recurring", "resume recurring", "holiday");
    }

    @Test
    void whatIsWrongIsNamed() throws Exception {
        Answer cron = put(PATH, ADMIN,
                "{\"cron\": \"often\", \"processorType\": \"SIMULATE\", \"jobs\": [{\"payload\": 1}]}");
        assertThat(cron.status()).isEqualTo(400);
        assertThat(cron.json().path("code").asString()).isEqualTo("INVALID_RECURRING");
        assertThat(cron.json().path("detail").asString()).startsWith("cron ");
        Answer nothing = put(PATH, ADMIN, "{\"cron\": \"@daily\", \"processorType\": \"SIMULATE\"}");
        assertThat(nothing.json().path("detail").asString())
                .isEqualTo("jobs either jobs, source or url is needed, and only one of them");
        assertThat(
                put(PATH, ADMIN, "{\"cron\": \"@daily\", \"processorType\": \"NOBODY\", \"jobs\": [{\"payload\": 1}]}")
                        .json()
                        .path("code").asString())
                .isEqualTo("UNKNOWN_PROCESSOR");
        assertThat(put(PATH, ADMIN, "{\"processorType\": \"SIMULATE\"}").json().path("errors").path(0).path("field")
                .asString())
                .isEqualTo("cron");
        assertThat(get(PATH, ADMIN).json().path("code").asString()).isEqualTo("UNKNOWN_RECURRING");
    }

    private Answer put(String path, String who, String body) throws Exception {
        return send("PUT", path, who, "application/json", body);
    }

    private Answer delete(String path, String who) throws Exception {
        return send("DELETE", path, who, "application/json", "");
    }
}
