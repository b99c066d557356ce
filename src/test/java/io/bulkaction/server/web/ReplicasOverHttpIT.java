package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** What a submitter sees where replicas are wanted and there are none. */
@TestPropertySource(properties = {
    "bulk-action.engine.enabled=false",
    "bulk-action.queues.confirmed.reliability.replicas=1",
    "bulk-action.queues.confirmed.reliability.replica-timeout=50ms"
})
class ReplicasOverHttpIT extends ServiceOverHttp {

    @Test
    void aSubmitThatNoReplicaConfirmsIsToBeSentAgainAndAddsNothingTwice() throws Exception {
        String group = UUID.randomUUID().toString();

        assertToBeSentAgain(submit(group));
        assertToBeSentAgain(submit(group));

        assertThat(get("/api/bulk-actions/" + group + "?queue=confirmed", ADMIN).json().path("totalJobs").asInt())
                .isEqualTo(1);
    }

    @Test
    void aSealThatNoReplicaConfirmsIsToBeSentAgain() throws Exception {
        String group = UUID.randomUUID().toString();
        submit(group);

        assertToBeSentAgain(
                post("/api/bulk-actions/" + group + "/seal?queue=confirmed", ADMIN, "application/json", "{}"));
    }

    private static void assertToBeSentAgain(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(503);
        assertThat(answer.json().path("code").asString()).isEqualTo("NOT_REPLICATED");
        assertThat(answer.http().headers().firstValue("Retry-After")).hasValue("5");
    }

    private Answer submit(String group) throws Exception {
        return post("/api/bulk-actions?queue=confirmed&processorType=SIMULATE&groupId=" + group, ADMIN,
                "application/x-ndjson", "{\"jobId\":\"1\",\"payload\":{\"durationMs\":5}}\n");
    }
}
