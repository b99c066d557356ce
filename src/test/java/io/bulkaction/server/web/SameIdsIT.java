package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionRequest;
import io.bulkaction.BulkActionService;
import io.bulkaction.JobRequest;
import io.bulkaction.JobView;
import io.bulkaction.Submission;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Customers who both number their jobs from 1. */
class SameIdsIT extends ServiceOverHttp {

    @Test
    void bothCustomersJobsAreAcceptedAndRunAndSubmittingAgainAddsNothing() throws Exception {
        for (String customer : List.of("numbers/acme", "numbers/globex")) {
            Answer submitted = submit(customer, "success");
            assertThat(submitted.json().path("accepted").asInt()).as(submitted.text()).isEqualTo(2);
        }
        for (String customer : List.of("numbers%2Facme", "numbers%2Fglobex")) {
            await().untilAsserted(() -> assertThat(get("/api/bulk-actions/" + customer, SENDER).json()
                    .path("successCount").asInt()).isEqualTo(2));
            JsonNode job = get("/api/bulk-actions/" + customer + "/jobs/1", SENDER).json();
            assertThat(job.path("groupId").asString()).isEqualTo(customer.replace("%2F", "/"));
            assertThat(job.path("status").asString()).isEqualTo("COMPLETED");
        }
        Answer again = submit("numbers/acme", "success");
        assertThat(again.json().path("duplicates").asInt()).as(again.text()).isEqualTo(2);
        assertThat(get("/api/bulk-actions/numbers%2Facme/jobs/3", SENDER).json().path("code").asString())
                .isEqualTo("UNKNOWN_JOB");
    }

    @Test
    void theJavaApiTellsThemApart() {
        BulkActionService bulkActions = context.getBean(BulkActionService.class);
        for (String customer : List.of("java-acme", "java-globex")) {
            Submission submission = bulkActions.submit(BulkActionRequest.to("default", customer)
                    .processor("SIMULATE")
                    .jobs(List.of(JobRequest.of("1", Map.of("result", Map.of("of", customer)))).stream())
                    .build());
            assertThat(submission.accepted()).isEqualTo(1);
        }
        for (String customer : List.of("java-acme", "java-globex")) {
            JobView job = bulkActions.job("default", customer, "1").orElseThrow();
            assertThat(job.groupId().value()).isEqualTo(customer);
            assertThat(job.payload()).contains(customer);
        }
        assertThat(bulkActions.job("default", "java-acme", "2")).isEmpty();
        assertThat(bulkActions.job("default", "java-nobody", "1")).isEmpty();
    }

    @Test
    void anAdministratorWhoSaysOnlyTheIdIsAskedWhichOneIsMeant() throws Exception {
        submit("twin-a", "permanent");
        submit("twin-b", "permanent");
        awaitFailed("twin-a", 2);
        awaitFailed("twin-b", 2);
        String reason = "{\"reason\":\"by hand\"}";

        for (Answer refused : List.of(
                get("/admin/queue/failed/1", ADMIN),
                post("/admin/queue/retry/1", ADMIN, ""),
                post("/admin/queue/skip/1", ADMIN, reason),
                post("/admin/queue/skip-selected", ADMIN, "{\"jobIds\":[\"twin-a#2\",\"1\"],\"reason\":\"r\"}"))) {
            assertThat(refused.status()).as(refused.text()).isEqualTo(409);
            assertThat(refused.json().path("code").asString()).isEqualTo("AMBIGUOUS_JOB");
            assertThat(refused.json().path("candidates")).extracting(JsonNode::asString)
                    .containsExactly("twin-a#1", "twin-b#1");
        }
        awaitFailed("twin-a", 2);
        assertThat(get("/admin/queue/audit", ADMIN).text()).contains("AMBIGUOUS_JOB");

        assertThat(get("/admin/queue/failed/1?groupId=twin-b", ADMIN).json().path("groupId").asString())
                .isEqualTo("twin-b");
        Answer skipped = post("/admin/queue/skip/1?groupId=twin-b", ADMIN, reason);
        assertThat(skipped.json().path("groupId").asString()).as(skipped.text()).isEqualTo("twin-b");
        assertThat(get("/admin/queue/failed/1", ADMIN).json().path("groupId").asString())
                .as("the only one that is left")
                .isEqualTo("twin-a");

        Answer some = post("/admin/queue/skip-selected", ADMIN,
                "{\"jobIds\":[\"1\",\"twin-a#1\",\"twin-b#2\",\"twin-b#1\",\"9\"],\"reason\":\"r\"}");
        assertThat(some.json().path("missing")).as(some.text()).extracting(JsonNode::asString)
                .containsExactly("twin-b#1", "9");
        awaitFailed("twin-a", 1);
        awaitFailed("twin-b", 0);
        assertThat(get("/admin/queue/doctor", ADMIN).json().path("healthy").asBoolean()).isTrue();
    }

    @Test
    void anIdWithTheSignThatSeparatesItFromItsGroupIsRefused() throws Exception {
        Answer refused = post("/api/bulk-actions", SENDER,
                "{\"groupId\":\"a#b\",\"processorType\":\"SIMULATE\",\"jobs\":[{\"jobId\":\"1\",\"payload\":{}}]}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("groupId", "a#b");
    }

    private Answer submit(String group, String outcome) throws Exception {
        Answer answer = post("/api/bulk-actions", SENDER, """
                {"groupId":"%s","processorType":"SIMULATE","jobs":[
                 {"jobId":"1","payload":{"outcome":"%s"}},{"jobId":"2","payload":{"outcome":"%s"}}]}"""
                .formatted(group, outcome, outcome));
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        return answer;
    }

    private void awaitFailed(String group, int jobs) {
        await().untilAsserted(() -> assertThat(
                get("/admin/queue/failed?groupId=" + group, ADMIN).json().path("total").asInt()).isEqualTo(jobs));
    }
}
