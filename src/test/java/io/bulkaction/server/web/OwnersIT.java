package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Accounts whose scopes overlap: hooli has all groups of its tenant; hooli-mail and hooli-post share some of them. Whoever may use
 * a group by its name still does not reach it if somebody with a wider scope created it.
 */
class OwnersIT extends ServiceOverHttp {

    private final String group = "hooli/mail-" + UUID.randomUUID();

    @ParameterizedTest
    @CsvSource({"GET, ''", "GET, /result", "GET, /results", "GET, /explain", "GET, /jobs/1", "GET, /jobs/1/explain",
        "POST, /seal", "DELETE, ''"})
    void theGroupOfAWiderScopeLooksAsIfItDidNotExist(String method, String rest) throws Exception {
        assertThat(submit(HOOLI, "").status()).isEqualTo(202);

        Answer others = send(method, path() + rest, HOOLI_MAIL, "application/json", "{}");

        assertThat(others.status()).as(others.text()).isEqualTo(404);
        assertThat(get(path(), HOOLI).json().path("sealed").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "its rate | \"maxRps\": 0.001,",
        "its callback | \"callbackUrl\": \"https://hooli.example/\",",
        "its level | \"priorityLevel\": \"LOW\",",
        "its jobs | \"maxConcurrency\": 1,"})
    void noSubmitChangesTheGroupOfAWiderScopeNorTakesAnIdInIt(String what, String field) throws Exception {
        submit(HOOLI, "");

        Answer refused = submit(HOOLI_MAIL, field);

        assertThat(refused.status()).as(what + refused.text()).isIn(400, 403);
        Answer lines = post("/api/bulk-actions?processorType=SIMULATE&groupId=" + group.replace("/", "%2F"), HOOLI_MAIL,
                "application/x-ndjson", "{\"jobId\":\"2\",\"payload\":{}}\n");
        assertThat(lines.status()).isEqualTo(403);
        assertThat(lines.json().path("code").asString()).isEqualTo("GROUP_NOT_ALLOWED");
        Answer limits = get("/admin/queue/groups/" + group.replace("/", "%2F") + "/limits", ADMIN);
        assertThat(limits.json().path("maxRps").asDouble()).isZero();
        assertThat(get(path(), HOOLI).json().path("priorityLevel").asString()).isEqualTo("NORMAL");
        assertThat(get(path() + "/jobs/2", HOOLI).status()).isEqualTo(404);
        assertThat(submit(HOOLI, "").json().path("totalJobs").asInt()).isEqualTo(1);
    }

    @Test
    void oneOfManyGroupsThatIsOutOfReachIsRefusedAlone() throws Exception {
        submit(HOOLI, "");
        String lines =
                "{\"groupId\":\"" + group + "\",\"payload\":{}}\n{\"groupId\":\"" + group + "b\",\"payload\":{}}\n";

        Answer some = post("/api/bulk-actions?processorType=SIMULATE", HOOLI_MAIL, "application/x-ndjson", lines);

        assertThat(some.status()).as(some.text()).isEqualTo(207);
        assertThat(some.json().path("refused").path(0).path("code").asString()).isEqualTo("GROUP_NOT_ALLOWED");
        assertThat(some.json().path("groups").path(0).path("groupId").asString()).isEqualTo(group + "b");
    }

    @ParameterizedTest
    @CsvSource({"always", "succeeded", "failed"})
    void nobodyWaitsForTheGroupOfAWiderScope(String when) throws Exception {
        String waiting = group + "-waits";
        Answer before = submitAfter(waiting, when);
        submit(HOOLI, "");

        Answer after = submitAfter(waiting, when);

        assertThat(after.status()).isEqualTo(404);
        assertThat(after.json().path("code").asString()).isEqualTo("UNKNOWN_GROUP");
        assertThat(after.text()).as("whether there is one shows nowhere").isEqualTo(before.text());
        assertThat(get("/api/bulk-actions/" + waiting.replace("/", "%2F"), HOOLI).status()).isEqualTo(404);
    }

    @Test
    void nobodyLearnsWhatTheGroupOfAWiderScopeWaitsFor() throws Exception {
        String mine = group + "-mine";
        submit(HOOLI_MAIL, mine, "");
        submit(HOOLI, "\"after\": [\"" + mine + "\"],");

        Answer cycle = submitAfter(mine, "always");

        assertThat(cycle.json().path("code").asString()).as(cycle.text()).isEqualTo("UNKNOWN_GROUP");
    }

    @Test
    void whoMayReadAGroupWaitsForIt() throws Exception {
        submit(HOOLI_MAIL, "");

        assertThat(submitAfter(group + "-waits", "failed").status()).isEqualTo(202);
    }

    private Answer submitAfter(String waiting, String when) throws Exception {
        return submit(
                HOOLI_MAIL, waiting, "\"after\": [{\"groupId\": \"" + group + "\", \"when\": \"" + when + "\"}],");
    }

    @Test
    void theOwnerIsShownAndStaysTheSame() throws Exception {
        submit(HOOLI_MAIL, "");
        submit(HOOLI, "");
        submit(ADMIN, "");

        assertThat(get(path(), HOOLI_MAIL).json().path("owner").asString()).isEqualTo("hooli-mail");
        String row = "/admin/queue/groups/" + group.replace("/", "%2F");
        assertThat(get(row, ADMIN).json().path("owner").asString()).isEqualTo("hooli-mail");
    }

    @Test
    void theWiderScopeReachesTheGroupsOfTheNarrowerOne() throws Exception {
        submit(HOOLI_MAIL, "");

        assertThat(get(path() + "/jobs/1", HOOLI).json().path("payload").path("text").asString()).isEqualTo("mine");
        assertThat(send("DELETE", path(), HOOLI, "application/json", "{}").status()).isEqualTo(200);
    }

    /** They are two keys of one house. */
    @Test
    void accountsWithTheSameGroupsShareThem() throws Exception {
        submit(HOOLI_POST, "");

        assertThat(get(path(), HOOLI_MAIL).status()).isEqualTo(200);
        assertThat(submit(HOOLI_MAIL, "\"maxConcurrency\": 2,").status()).isEqualTo(202);
    }

    @Test
    void whoIsKeptToNoGroupsCreatesThemForThoseWhoHaveTheName() throws Exception {
        submit(SENDER, "");

        assertThat(get(path(), HOOLI_MAIL).status()).isEqualTo(200);
        assertThat(get(path(), GLOBEX).status()).isEqualTo(404);
    }

    private String path() {
        return "/api/bulk-actions/" + group.replace("/", "%2F");
    }

    private Answer submit(String who, String fields) throws Exception {
        return submit(who, group, fields);
    }

    private Answer submit(String who, String to, String fields) throws Exception {
        return post("/api/bulk-actions", who, """
                {"groupId": "%s", "processorType": "SIMULATE", %s "sealed": false,
                 "jobs": [{"jobId": "1", "payload": {"text": "mine"}}]}
                """.formatted(to, fields));
    }
}
