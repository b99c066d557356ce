package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** People who look at payloads leave a trace, and nobody else does. */
class ReadTrailIT extends ServiceOverHttp {

    private static final String ROSA = basic("rosa:correct-tapir");

    private final String group = "read-" + UUID.randomUUID();

    @Test
    void whoLooksAtAPayloadIsNotedOnceAMinuteInATrailOfItsOwn() throws Exception {
        submit(group, SENDER);
        String letter = "/admin/queue/failed/read?groupId=" + group;
        String job = "/api/bulk-actions/" + group + "/jobs/read";
        await().until(() -> get(letter, OPERATOR).status() == 200);

        for (int i = 0; i < 3; i++) {
            assertThat(get(letter, ROSA).status()).isEqualTo(200);
            get("/admin/queue/failed?groupId=" + group, ADMIN);
        }
        get(job, VIEWER); // sees none

        JsonNode entries = readers();
        assertThat(entries.findValuesAsString("who")).as("olga reads the dead letter without its payload")
                .containsExactlyInAnyOrder("rosa", "admin", "olga");
        assertThat(entries.findValuesAsString("subject"))
                .containsExactlyInAnyOrder(group + "#read", group + "#read", group);
        assertThat(entries.findValuesAsString("action")).containsOnly("read");
        assertThat(get("/admin/queue/audit?kind=ADMINISTRATOR&text=" + group, ADMIN).json().path("entries").size())
                .isZero();
    }

    @Test
    void whoListsTheErrorsOfJobsIsNoted() throws Exception {
        submit(group, SENDER);
        String jobs = "/api/bulk-actions/" + group + "/jobs?status=";
        await().until(() -> get(jobs + "FAILED", SENDER).json().path("jobs").size() == 1);

        get(jobs + "FAILED", OPERATOR);
        get(jobs + "PENDING", VIEWER); // has none

        assertThat(readers().findValuesAsString("who")).containsExactlyInAnyOrder("olga", "sender");
        get("/admin/queue/errors", VIEWER);
        assertThat(get("/admin/queue/audit?kind=READER", ADMIN).json().path("entries"))
                .anyMatch(entry -> entry.path("who").asString().equals("viktor")
                        && entry.path("subject").asString().isEmpty());
        get("/admin/failed", OPERATOR);
        assertThat(get("/admin/queue/audit?kind=READER", ADMIN).json().path("entries"))
                .anyMatch(entry -> entry.path("who").asString().equals("olga")
                        && entry.path("subject").asString().isEmpty());
    }

    @Test
    void aReadingThatBecomesMuchLongerIsNotedOnceMore() throws Exception {
        submit(group, SENDER);
        String list = "/admin/queue/failed?groupId=" + group;
        await().until(() -> get(list, ADMIN).json().path("total").asInt() == 1);
        int before = details().size();
        for (int i = 0; i < 150; i++) {
            get(list, ADMIN);
        }

        assertThat(details()).as("within a minute").hasSizeBetween(before + 1, before + 3)
                .anyMatch(detail -> detail.startsWith("100 "));
    }

    private List<String> details() throws Exception {
        return readers().findValuesAsString("detail");
    }

    @Test
    void whoReadsTheJobsOfARecurringActionIsNotedWithItsName() throws Exception {
        String name = group + "-nightly";
        send("PUT", "/admin/recurring/" + name, ADMIN, "application/json", """
                {"cron": "0 0 0 1 1 *", "processorType": "SIMULATE", "jobs": [{"payload": {"a": 1}}]}
                """);

        get("/admin/recurring/" + name + "?groupId=somebody-else", ROSA);

        assertThat(readers().findValuesAsString("subject")).contains(name).doesNotContain("somebody-else");
        send("DELETE", "/admin/recurring/" + name, ADMIN, "application/json", "");
    }

    @Test
    void aMachineThatReadsItsOwnJobsIsNotNoted() throws Exception {
        String own = "hooli/" + group;
        submit(own, HOOLI);

        assertThat(get("/api/bulk-actions/" + own.replace("/", "%2F") + "/jobs/read", HOOLI).json().path("payload")
                .isObject())
                .isTrue();

        assertThat(readers().size()).isZero();
    }

    private JsonNode readers() throws Exception {
        return get("/admin/queue/audit?kind=READER&text=" + group, ADMIN).json().path("entries");
    }

    private void submit(String to, String who) throws Exception {
        Answer answer = post("/api/bulk-actions", who,
                """
                        {"groupId": "%s", "processorType": "SIMULATE", "jobs": [{"jobId": "read", "payload": {"outcome": "PERMANENT"}}]}
                        """
                        .formatted(to));
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    }
}
