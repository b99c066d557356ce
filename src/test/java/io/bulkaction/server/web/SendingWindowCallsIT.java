package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Sending windows over HTTP, in the running service. */
class SendingWindowCallsIT extends ServiceOverHttp {

    private final String name = "w-" + UUID.randomUUID();
    private final String path = "/admin/sending-windows/" + name;

    @Test
    void aGroupThatNamesAWindowWaitsUntilSomebodyWidensIt() throws Exception {
        assertThat(put(path, ADMIN, closed()).status()).isEqualTo(200);
        String group = submit("\"sendingWindow\": \"" + name + "\"");

        await().until(() -> explained(group).equals("SENDING_WINDOW"));
        assertThat(get("/api/bulk-actions/" + group, SENDER).json().path("hold").path("reason").asString())
                .isEqualTo("SENDING_WINDOW");
        assertThat(get("/api/bulk-actions/" + group, SENDER).json().path("hold").path("note").asString())
                .isEqualTo(name);

        assertThat(put(path, ADMIN, "{\"open\": [\"00:00-24:00\"]}").json().path("isOpen").asBoolean()).isTrue();
        await().until(() -> status(group).equals("COMPLETED"));
    }

    @Test
    void limitsOfAGroupATenantAndAQueueNameAWindow() throws Exception {
        put(path, ADMIN, closed());
        String group = submit("\"sealed\": false");
        await().until(() -> get("/api/bulk-actions/" + group, SENDER).json().path("doneJobs").asInt() == 1);
        String limits = "/admin/queue/groups/" + group + "/limits";
        assertThat(put(limits, OPERATOR, window(name)).json().path("sendingWindow").asString()).isEqualTo(name);
        assertThat(get(limits, VIEWER).json().path("sendingWindow").asString()).isEqualTo(name);
        assertThat(put(limits, OPERATOR, window("none")).json().path("sendingWindow").isNull()).isTrue();

        String tenant = "tenant-" + UUID.randomUUID();
        submit(tenant + "/a", "\"sealed\": false");
        assertThat(put("/admin/tenants/" + tenant + "/limits", OPERATOR, window(name)).json()
                .path("sendingWindow").asString()).isEqualTo(name);
        assertThat(put("/admin/queue/limits?queue=walked", OPERATOR, window(name)).json()
                .path("sendingWindow").path("current").asString()).isEqualTo(name);
        assertThat(get(path, VIEWER).json().path("queues").path(0).asString()).isEqualTo("walked");

        assertThat(delete(path, ADMIN).json().path("code").asString()).isEqualTo("SENDING_WINDOW_IN_USE");
        send("DELETE", "/admin/queue/limits?queue=walked", OPERATOR, "application/json", "");
        put("/admin/tenants/" + tenant + "/limits", OPERATOR, window("none"));
        assertThat(delete(path, ADMIN).status()).isEqualTo(200);
        assertThat(get(path, VIEWER).status()).isEqualTo(404);
    }

    @Test
    void aNameThatNobodyKnowsIsRefusedWhereverItIsGiven() throws Exception {
        Answer submitted = post("/api/bulk-actions", SENDER, """
                {"groupId": "a", "processorType": "SIMULATE", "sendingWindow": "nights", "jobs": [{"payload": {}}]}
                """);
        assertThat(submitted.status()).isEqualTo(400);
        assertThat(submitted.json().path("detail").asString())
                .startsWith("sendingWindow 'nights' is unknown; known are: ").contains("advertising-kr");
        assertThat(put("/admin/queue/limits", OPERATOR, window("nights")).status()).isEqualTo(400);
        assertThat(put("/admin/queue/groups/x/limits", OPERATOR, window("nights")).status()).isEqualTo(400);
        assertThat(put("/admin/tenants/x/limits", OPERATOR, window("nights")).status()).isEqualTo(400);
        assertThat(send("POST", "/api/bulk-actions?groupId=a&processorType=SIMULATE&sendingWindow=nights", SENDER,
                "application/x-ndjson", "{\"payload\":{}}").status()).isEqualTo(400);
    }

    @Test
    void aWrongFieldIsNamed() throws Exception {
        for (String[] wrong : new String[][] {
            {"open", "{\"open\": [\"8-21\"]}"}, {"zone", "{\"open\": [\"08:00-21:00\"], \"zone\": \"Mars/Base\"}"},
            {"days", "{\"open\": [\"08:00-21:00\"], \"days\": \"ALWAYS\"}"}, {"open", "{}"},
            {"opened", "{\"open\": [\"08:00-21:00\"], \"opened\": []}"},
            {"except", "{\"open\": [\"08:00-21:00\"], \"except\": [\"tomorrow\"]}"}}) {
            Answer answer = put(path, ADMIN, wrong[1]);
            assertThat(answer.status()).as(wrong[1]).isEqualTo(400);
            assertThat(answer.text()).as(wrong[1]).contains(wrong[0]);
        }
        assertThat(put("/admin/sending-windows/none", ADMIN, closed()).json().path("code").asString())
                .isEqualTo("INVALID_SENDING_WINDOW");
        assertThat(get(path, VIEWER).status()).isEqualTo(404);
    }

    @Test
    void aPresetIsThereAndCannotBeChanged() throws Exception {
        assertThat(get("/admin/sending-windows/advertising-kr", VIEWER).json().path("zone").asString())
                .isEqualTo("Asia/Seoul");
        assertThat(put("/admin/sending-windows/advertising-kr", ADMIN, closed()).json().path("code").asString())
                .isEqualTo("SENDING_WINDOW_FIXED");
        submit("\"sendingWindow\": \"advertising-kr\"");
    }

    @Test
    void onlyAdministratorsChangeWindowsAndTheAuditTrailSaysWho() throws Exception {
        assertThat(put(path, OPERATOR, closed()).status()).isEqualTo(403);
        put(path, ADMIN, "{\"open\": [\"08:00-21:00\"], \"zone\": \"Asia/Seoul\", \"except\": [\"2027-01-01\"]}");
        delete(path, ADMIN);

        assertThat(get("/admin/queue/audit?subject=" + name, ADMIN).text())
                .contains("set sending window", "08:00-21:00 Asia/Seoul MON-SUN, not on 2027-01-01",
                        "delete sending window");
    }

    /** For the next hours. */
    private static String closed() {
        int hour = (LocalTime.now(ZoneOffset.UTC).getHour() + 12) % 24;
        return "{\"open\": [\"%02d:00-%02d:00\"], \"zone\": \"UTC\"}".formatted(hour, (hour + 1) % 24);
    }

    private static String window(String window) {
        return "{\"sendingWindow\": \"" + window + "\"}";
    }

    private String submit(String more) throws Exception {
        return submit("g-" + UUID.randomUUID(), more);
    }

    private String submit(String group, String more) throws Exception {
        Answer answer = post("/api/bulk-actions", SENDER, """
                {"groupId": "%s", "processorType": "SIMULATE", %s, "jobs": [{"payload": {}}]}
                """.formatted(group, more));
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        return group;
    }

    private String explained(String group) throws Exception {
        return get("/api/bulk-actions/" + group + "/explain", SENDER).json().path("code").asString();
    }

    private String status(String group) throws Exception {
        return get("/api/bulk-actions/" + group, SENDER).json().path("status").asString();
    }

    private Answer put(String to, String who, String body) throws Exception {
        return send("PUT", to, who, "application/json", body);
    }

    private Answer delete(String what, String who) throws Exception {
        return send("DELETE", what, who, "application/json", "");
    }
}
