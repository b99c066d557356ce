package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A dead letter is retried with another payload, and nothing of it is lost that the caller may not see. */
class ReplaceIT extends ServiceOverHttp {

    private final String group = "replaced-" + UUID.randomUUID();

    @BeforeEach
    void fail() throws Exception {
        Answer sent = post("/api/bulk-actions", SENDER, """
                {"groupId": "%s", "queue": "walked", "processorType": "SIMULATE", "jobs": [{"jobId": "one",
                 "metadata": {"order": "4711"}, "payload": {"outcome": "permanent", "token": "secret", "price": 1.10,
                 "big": 12345678901234567890, "people": [{"mail": "a@b.example"}, {"mail": "c@d.example"}]}}]}
                """.formatted(group));
        assertThat(sent.status()).as(sent.text()).isEqualTo(202);
        await().until(() -> job("one").path("status").asString().equals("FAILED"));
    }

    @Test
    void whatIsMaskedIsPutBackAndEverythingElseIsAsItWasWritten() throws Exception {
        Answer shown = get("/admin/queue/failed/one/payload?queue=walked&groupId=" + group, SENDING_OPERATOR);
        assertThat(shown.status()).as(shown.text()).isEqualTo(200);
        assertThat(shown.text()).contains("\"token\" : \"***\"", "\"mail\" : \"***\"", "1.10", "12345678901234567890")
                .doesNotContain("secret", "a@b");

        Answer replaced = replace("two", shown.text().replace("permanent", "success"), SENDING_OPERATOR);

        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
        assertThat(replaced.json().path("message").asString())
                .isEqualTo("The job is submitted as two, and the old one is marked as resolved by hand.");
        await().until(() -> job("two").path("status").asString().equals("COMPLETED"));
        Answer seen = get("/api/bulk-actions/" + group + "/jobs/two?queue=walked", SENDER);
        assertThat(seen.text()).contains("\"token\":\"secret\"", "a@b.example", "c@d.example", "1.10",
                "12345678901234567890");
        assertThat(seen.json().path("metadata").path("order").asString()).isEqualTo("4711");
        assertThat(job("one").path("status").asString()).isEqualTo("MANUALLY_RESOLVED");
        assertThat(get("/admin/queue/failed/one?queue=walked&groupId=" + group, ADMIN).json().path("resolution")
                .asString()).isEqualTo("replaced by two");
    }

    @Test
    void aMaskThatHidesNothingKnownIsRefusedAndNothingChanges() throws Exception {
        Answer moved = replace("two", "{\"people\": [{\"mail\": \"***\"}]}", SENDING_OPERATOR);

        assertThat(moved.status()).isEqualTo(409);
        assertThat(moved.json().path("code").asString()).isEqualTo("PAYLOAD_MASKED");
        assertThat(moved.text()).contains("$.people.mail");
        assertThat(get("/api/bulk-actions/" + group + "/jobs/two?queue=walked", ADMIN).status()).isEqualTo(404);
        assertThat(job("one").path("status").asString()).isEqualTo("FAILED");
        assertThat(replace("two", "{\"people\": [{\"mail\": \"new@x.example\"}]}", ADMIN).status()).isEqualTo(200);
    }

    @Test
    void whoMayNotSeeThePayloadDoesNotGetItToEdit() throws Exception {
        Answer hidden = get("/admin/queue/failed/one/payload?queue=walked&groupId=" + group, OPERATOR);

        assertThat(hidden.status()).isEqualTo(403);
        assertThat(hidden.json().path("code").asString()).isEqualTo("PAYLOAD_HIDDEN");
    }

    @Test
    void theSameCallAgainAddsNothingAndAnIdThatIsTakenIsRefused() throws Exception {
        post("/api/bulk-actions", SENDER,
                """
                        {"groupId": "%s", "queue": "walked", "processorType": "SIMULATE", "jobs": [{"jobId": "taken", "payload": {}}]}
                        """
                        .formatted(group));
        Answer taken = replace("taken", "{\"a\": 1}", ADMIN);
        assertThat(taken.status()).isEqualTo(409);
        assertThat(taken.json().path("code").asString()).isEqualTo("JOB_EXISTS");
        assertThat(job("one").path("status").asString()).isEqualTo("FAILED");

        assertThat(replace("taken", "{}", ADMIN).status()).as("as after a crash between the two steps").isEqualTo(200);
        Answer late = replace("three", "{}", ADMIN);
        assertThat(late.json().path("code").asString()).isEqualTo("NOT_A_DEAD_LETTER");
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        Answer answer =
                post("/admin/queue/replace/one?queue=walked&groupId=" + group, ADMIN, "{\"newJobId\": \"two\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("payload");
    }

    private Answer replace(String newId, String payload, String who) throws Exception {
        return post("/admin/queue/replace/one?queue=walked&groupId=" + group, who,
                "{\"newJobId\": \"" + newId + "\", \"payload\": " + payload + "}");
    }

    private JsonNode job(String id) throws Exception {
        return get("/api/bulk-actions/" + group + "/jobs/" + id + "?queue=walked", ADMIN).json();
    }
}
