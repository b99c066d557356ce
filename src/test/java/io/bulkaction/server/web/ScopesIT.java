package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Two customers with a scope each: what one has, the other neither sees nor stops nor starves. */
class ScopesIT extends ServiceOverHttp {

    private final String name = UUID.randomUUID().toString();

    @Test
    void aCustomerUsesItsOwnGroupsAsBefore() throws Exception {
        assertThat(submit(HOOLI, hooli(), "").status()).isEqualTo(202);

        assertThat(get("/api/bulk-actions/" + path(hooli()), HOOLI).status()).isEqualTo(200);
        assertThat(
                get("/api/bulk-actions/" + path(hooli()) + "/jobs/scoped", HOOLI).json().path("payload").path("token")
                        .asString())
                .isEqualTo("secret");
        assertThat(get("/api/tenants/hooli", HOOLI).status()).isEqualTo(200);
        assertThat(send("DELETE", "/api/bulk-actions/" + path(hooli()), HOOLI, "application/json", "{}").status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"GET, ''", "GET, /result", "GET, /results", "GET, /explain", "GET, /jobs?status=FAILED",
        "GET, /job-results", "GET, /jobs/scoped", "GET, /jobs/scoped/explain", "DELETE, /jobs/scoped", "POST, /seal",
        "POST, /pause", "POST, /resume", "PUT, /schedule", "PUT, /jobs/scoped/schedule", "DELETE, ''"})
    void theGroupOfAnotherLooksAsIfItDidNotExist(String method, String rest) throws Exception {
        submit(HOOLI, hooli(), "");

        Answer others = send(method, "/api/bulk-actions/" + path(hooli()) + rest, GLOBEX, "application/json", "{}");
        Answer none = send(method, "/api/bulk-actions/hooli%2Fnone" + rest, GLOBEX, "application/json", "{}");

        assertThat(others.status()).isEqualTo(404);
        assertThat(others.text().replace(hooli(), "hooli/none").replace(path(hooli()), "hooli%2Fnone"))
                .isEqualTo(none.text());
        assertThat(get("/api/bulk-actions/" + path(hooli()), HOOLI).json().path("status").asString())
                .isNotIn("CANCELLING", "CANCELLED");
    }

    @Test
    void aTenantIsOutOfReachUnlessAllItsGroupsAreInTheScope() throws Exception {
        submit(HOOLI, hooli(), "");

        assertThat(get("/api/tenants/hooli", GLOBEX).status()).isEqualTo(404);
        assertThat(post("/api/tenants/hooli/cancel", GLOBEX, "{}").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "GROUP_NOT_ALLOWED | globex/june | ''",
        "QUEUE_NOT_ALLOWED | hooli/june | \"queue\": \"counted\",",
        "PROCESSOR_NOT_ALLOWED | hooli/june | \"processorType\": \"HTTP_REQUEST\",",
        "LEVEL_NOT_ALLOWED | hooli/june | \"priorityLevel\": \"HIGH\",",
        "PRIORITY_NOT_ALLOWED | hooli/june | \"basePriority\": 1,",
        "PRIORITY_NOT_ALLOWED | hooli/june | \"weight\": 1.5,",
        "CALLBACK_NOT_ALLOWED | hooli/june | \"callbackUrl\": \"https://elsewhere.example/\",",
        "CALLBACK_NOT_ALLOWED | hooli/june | \"callbackUrl\": \"no URL\","})
    void aSubmitThatLeavesTheScopeIsRefusedAndWritesNothing(String code, String group, String field) throws Exception {
        String target = group.replace("june", name);

        Answer refused = submit(HOOLI, target, field);

        assertThat(refused.status()).as(refused.text()).isEqualTo(403);
        assertThat(refused.json().path("code").asString()).isEqualTo(code);
        assertThat(get("/api/bulk-actions/" + path(target), ADMIN).status()).isEqualTo(404);
    }

    /** Both number their jobs in the same way, and one of them would like the other to be slow. */
    @Test
    void nobodyTakesTheJobIdsOrTheRateOfAnother() throws Exception {
        assertThat(submit(ACME, "acme/" + name, "\"sealed\": false,").json().path("accepted").asInt()).isEqualTo(1);

        Answer slowed = submit(ACME, globex(), "\"maxRps\": 0.001,");
        Answer owned = submit(GLOBEX, globex(), "\"sealed\": false,");

        assertThat(slowed.status()).as(slowed.text()).isEqualTo(403);
        assertThat(owned.json().path("accepted").asInt()).as(owned.text()).isEqualTo(1);
        Answer late = submit(ACME, globex(), "\"maxRps\": 0.001,");
        assertThat(late.json().path("code").asString()).as(late.text()).isEqualTo("GROUP_NOT_ALLOWED");
        assertThat(get("/admin/queue/groups/" + path(globex()) + "/limits", ADMIN).json().path("maxRps").asDouble())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"GET, /api/tenants/globex", "GET, /api/tenants/globex/explain", "POST, /api/tenants/globex/cancel"})
    void anOwnGroupBesideTheTenantOfAnotherOpensNothing(String method, String path) throws Exception {
        submit(GLOBEX, globex(), "\"sealed\": false,");
        submit(ACME, "acme/" + name, "");

        for (String beside : new String[] {"", "?groupId=acme/" + name, "?tenant=acme"}) {
            Answer answer = send(method, path + beside, ACME, "application/json", "{}");

            assertThat(answer.status()).as(answer.text()).isEqualTo(404);
            assertThat(answer.json().path("code").asString()).isEqualTo("UNKNOWN_TENANT");
        }
        assertThat(get("/api/bulk-actions/" + path(globex()), GLOBEX).json().path("status").asString())
                .isNotIn("CANCELLING", "CANCELLED");
    }

    @ParameterizedTest
    @CsvSource({"GET, /admin/queue/status", "GET, /admin/queue/groups", "GET, /admin/queue/audit",
        "GET, /admin/queue/search?text=globex", "GET, /admin/queue/fairness", "GET, /admin/queue/failed",
        "GET, /admin/queue/failed/scoped", "POST, /admin/queue/pause", "POST, /admin/queue/resume",
        "POST, /admin/queue/retry-all", "POST, /admin/queue/skip-all", "POST, /admin/queue/retry-selected",
        "POST, /admin/queue/doctor", "GET, /admin/alerts", "GET, /admin/failed", "GET, /admin/queues",
        "GET, /admin/queues/history",
        "GET, /admin/recurring"})
    void whoHasSomeGroupsReachesNoCallAboutTheGroupsOfAll(String method, String path) throws Exception {
        submit(ACME, "acme/" + name, "");
        char first = path.contains("?") ? '&' : '?';

        // what a call does not take is no way into it
        String[] beside = path.contains("failed")
                ? new String[] {"", first + "tenant=acme"}
                : new String[] {"", first + "tenant=acme", first + "groupId=acme/" + name};
        for (String each : beside) {
            Answer answer = send(method, path + each, GROUP_OPERATOR, "application/json", "{}");

            assertThat(answer.status()).as(answer.text()).isEqualTo(403);
            assertThat(answer.json().path("code").asString()).isEqualTo("OUT_OF_SCOPE");
        }
    }

    @Test
    void whoHasSomeGroupsReachesTheirDeadLettersByNamingThem() throws Exception {
        submit(ACME, "acme/" + name, "");
        submit(GLOBEX, globex(), "");
        await().until(() -> get("/admin/queue/failed?groupId=" + globex(), ADMIN).text().contains("scoped"));
        await().until(() -> get("/admin/queue/failed?groupId=acme/" + name, GROUP_VIEWER).text().contains("scoped"));

        assertThat(get("/admin/queue/failed/scoped?groupId=acme/" + name, GROUP_VIEWER).status()).isEqualTo(200);
        assertThat(get("/admin/queue/failed?groupId=" + globex(), GROUP_VIEWER).status()).isEqualTo(404);
        assertThat(get("/admin/queue/failed/scoped?groupId=" + globex(), GROUP_VIEWER).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"groups/{group}", "tenants/acme"})
    void nobodyWithSomeGroupsLiftsWhatAnAdministratorHasSet(String of) throws Exception {
        String group = "acme/" + name;
        submit(ACME, group, "\"sealed\": false,");
        String path = (of.startsWith("groups") ? "/admin/queue/" : "/admin/")
                + of.replace("{group}", path(group)) + "/limits";

        assertThat(limit(path, GROUP_OPERATOR, "{\"weight\": 100}").json().path("code").asString())
                .isEqualTo("LIMIT_NOT_ALLOWED");
        assertThat(limit(path, ADMIN, "{\"maxRps\": 5, \"maxConcurrency\": 2}").status()).isEqualTo(200);
        for (String more : new String[] {"\"maxRps\": 0", "\"maxRps\": 6", "\"maxConcurrency\": 0"}) {
            assertThat(limit(path, GROUP_OPERATOR, "{" + more + "}").status()).as(more).isEqualTo(403);
        }
        assertThat(limit(path, GROUP_OPERATOR, "{\"maxRps\": 4, \"weight\": 0.5}").status()).isEqualTo(200);

        assertThat(get(path, ADMIN).json().path("maxRps").asDouble()).isEqualTo(4);
        limit(path, ADMIN, "{\"maxRps\": 0, \"maxConcurrency\": 0, \"weight\": 1}");
    }

    @Test
    void aSubmitLeavesWhatAnAdministratorHasSet() throws Exception {
        String group = "acme/" + name;
        String path = "/admin/queue/groups/" + path(group) + "/limits";
        submit(ACME, group, "\"sealed\": false, \"maxRps\": 50,");
        limit(path, ADMIN, "{\"maxRps\": 5, \"sendingWindow\": \"advertising-kr\"}");

        assertThat(submit(ACME, group, "\"maxRps\": 50, \"maxConcurrency\": 1, \"sendingWindow\": \"none\",").status())
                .isEqualTo(202);

        JsonNode limits = get(path, ADMIN).json();
        assertThat(limits.path("maxRps").asDouble()).isEqualTo(5);
        assertThat(limits.path("maxConcurrency").asInt()).isEqualTo(1);
        assertThat(limits.path("sendingWindow").asString()).isEqualTo("advertising-kr");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "UNKNOWN_PROCESSOR | \"processorType\": \"NONE\", | SIMULATE",
        "UNKNOWN_QUEUE | \"queue\": \"none\", | counted",
        "INVALID_SUBMISSION | \"sendingWindow\": \"nothing\", | advertising-kr"})
    void onlyWhoHasNoScopeIsToldWhatThereIs(String code, String field, String other) throws Exception {
        Answer told = submit(ADMIN, "acme/" + name, field);
        Answer untold = submit(ACME, "acme/" + name, field);

        assertThat(told.json().path("code").asString()).isEqualTo(code);
        assertThat(told.json().path("detail").asString()).contains(other);
        assertThat(untold.json().path("code").asString()).isEqualTo(code);
        assertThat(untold.text()).doesNotContain(other);
    }

    @Test
    void whoHasSomeGroupsIsNotToldWhoPausedTheQueueAndWhy() throws Exception {
        String explain = "/api/bulk-actions/" + path("acme/" + name) + "/explain?queue=fails";
        post("/admin/queue/pause?queue=fails", ADMIN, "{\"reason\": \"globex has not paid\"}");
        try {
            submit(ACME, "acme/" + name, "\"queue\": \"fails\",");

            assertThat(get(explain, VIEWER).json().path("sentence").asString()).contains("globex has not paid",
                    "admin");
            assertThat(get(explain, ACME).json().path("code").asString()).isEqualTo("QUEUE_PAUSED");
            assertThat(get(explain, ACME).text()).doesNotContain("globex", "admin");
        } finally {
            post("/admin/queue/resume?queue=fails", ADMIN, "{}");
        }
    }

    @Test
    void whoHasGroupsAndNoMaxLevelUsesTheNormalOneAtMost() throws Exception {
        Answer refused = submit(GLOBEX, globex(), "\"priorityLevel\": \"HIGH\",");

        assertThat(refused.json().path("code").asString()).isEqualTo("LEVEL_NOT_ALLOWED");
        assertThat(submit(GLOBEX, globex(), "\"priorityLevel\": \"NORMAL\",").status()).isEqualTo(202);
        assertThat(submit(SENDER, name, "\"priorityLevel\": \"HIGH\",").status()).isEqualTo(202);
    }

    @Test
    void linesOfAnotherGroupStopAllLines() throws Exception {
        String lines = "{\"groupId\":\"" + hooli() + "\",\"payload\":{}}\n{\"groupId\":\"globex/x\",\"payload\":{}}\n";

        Answer refused = post("/api/bulk-actions?processorType=SIMULATE", HOOLI, "application/x-ndjson", lines);
        Answer stream = post(
                "/api/bulk-actions?processorType=SIMULATE&groupId=globex%2Fx", HOOLI, "application/x-ndjson",
                "{\"payload\":{}}\n");

        assertThat(refused.json().path("code").asString()).isEqualTo("GROUP_NOT_ALLOWED");
        assertThat(stream.json().path("code").asString()).isEqualTo("GROUP_NOT_ALLOWED");
        assertThat(get("/api/bulk-actions/" + path(hooli()), ADMIN).status()).isEqualTo(404);
    }

    @Test
    void whoNamesTwoQueuesIsRefused() throws Exception {
        assertThat(get("/api/bulk-actions/" + path(hooli()) + "?queue=default&queue=counted", HOOLI).status())
                .isEqualTo(403);
    }

    @Test
    void anOperatorOfOneQueueSeesThatQueueOnly() throws Exception {
        assertThat(get("/admin/queues", QUEUE_OPERATOR).json().findValuesAsString("queue")).containsOnly("counted");
        assertThat(get("/admin/queue/status?queue=counted", QUEUE_OPERATOR).status()).isEqualTo(200);
        assertThat(get("/admin/queue/status", QUEUE_OPERATOR).json().path("code").asString())
                .isEqualTo("QUEUE_NOT_ALLOWED");
        assertThat(post("/admin/queue/pause?queue=stops", QUEUE_OPERATOR, "{}").status()).isEqualTo(403);
    }

    @Test
    void onlyWhoMaySeePayloadsSeesThemAndTheirMaskedFieldsOnlyTheAdministrator() throws Exception {
        submit(SENDER, name, "");
        String job = "/api/bulk-actions/" + name + "/jobs/scoped";
        await().until(() -> get(job, ADMIN).json().path("status").asString().equals("FAILED"));
        String letter = "/admin/queue/failed/scoped?groupId=" + name;

        for (String path : new String[] {job, letter}) {
            JsonNode forRosa = get(path, basic("rosa:correct-tapir")).json().path("payload");
            assertThat(get(path, ADMIN).json().path("payload").path("token").asString()).isEqualTo("secret");
            assertThat(get(path, OPERATOR).json().path("payload").isNull()).isTrue();
            assertThat(get(path, VIEWER).text()).doesNotContain("secret", "ann@example.com");
            assertThat(forRosa.path("token").asString()).isEqualTo("***");
            assertThat(forRosa.path("people").findValuesAsString("mail")).containsOnly("***");
            assertThat(forRosa.path("outcome").asString()).isEqualTo("PERMANENT");
        }
        assertThat(get("/admin/queue/failed?groupId=" + name, OPERATOR).text()).doesNotContain("secret");
        assertThat(get("/admin/queue/failed?groupId=" + name, ADMIN).text()).contains("secret");
    }

    @Test
    void whoAlsoLooksAtAllSeesMasksAndInItsOwnGroupsEverything() throws Exception {
        submit(SENDER, name, "");
        submit(SENDING_OPERATOR, name + "-own", "");
        String others = "/api/bulk-actions/" + name + "/jobs/scoped";
        String own = "/api/bulk-actions/" + name + "-own/jobs/scoped";

        assertThat(get(others, SENDING_OPERATOR).text()).contains("***").doesNotContain("secret", "ann@example.com");
        assertThat(get(own, SENDING_OPERATOR).text()).contains("secret", "ann@example.com");
        assertThat(get(others, SENDER).text()).as("who only submits").contains("secret");
    }

    @Test
    void whoHasSomeGroupsIsShownNoInstances() throws Exception {
        submit(ACME, "acme/" + name, "");
        String job = "/api/bulk-actions/" + path("acme/" + name) + "/jobs/scoped";
        await().until(() -> get(job, ADMIN).json().path("attempts").size() > 0);

        assertThat(get(job, ADMIN).json().path("attempts").path(0).path("instance").asString("")).isNotEmpty();
        assertThat(get(job, ACME).json().findValues("instance")).allMatch(JsonNode::isNull);
        assertThat(get(job + "/explain", ACME).json().findValues("instance")).isEmpty();
    }

    private Answer limit(String path, String who, String limits) throws Exception {
        return send("PUT", path, who, "application/json", limits);
    }

    private String hooli() {
        return "hooli/" + name;
    }

    private String globex() {
        return "globex/" + name;
    }

    private static String path(String group) {
        return group.replace("/", "%2F");
    }

    private Answer submit(String who, String group, String fields) throws Exception {
        String processor = fields.contains("processorType") ? "" : "\"processorType\": \"SIMULATE\",";
        return post("/api/bulk-actions", who, """
                {"groupId": "%s", %s %s "jobs": [{"jobId": "scoped", "payload":
                    {"outcome": "PERMANENT", "token": "secret", "people": [{"mail": "ann@example.com"}]}}]}
                """.formatted(group, processor, fields));
    }
}
