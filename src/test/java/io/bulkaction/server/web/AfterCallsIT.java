package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;

/** Groups that start after others, over HTTP, in a running service. */
class AfterCallsIT extends ServiceOverHttp {

    private static final String PATH = "/api/bulk-actions";

    @Test
    void aGroupStartsAfterAnotherAndSaysSoUntilThen() throws Exception {
        submit("first-1", "\"sealed\": false");
        submit("second-1", "\"after\": [\"first-1\"]");
        submit("third-1", "\"after\": [{\"groupId\": \"second-1\", \"when\": \"succeeded\", \"queue\": \"default\"}]");

        Answer why = get(PATH + "/second-1/explain", SENDER);
        assertThat(why.json().path("code").asString()).as(why.text()).isEqualTo("AFTER");
        assertThat(why.json().path("sentence").asString()).contains("first-1 of queue default");
        assertThat(get(PATH + "/third-1/explain", SENDER).json().path("details").path("after").asString())
                .isEqualTo("second-1 of queue default (succeeded)");
        assertThat(status("second-1")).isEqualTo("CREATED");

        Answer cycle = post(PATH, SENDER, body("first-1", "\"after\": \"third-1\""));
        assertThat(cycle.status()).isEqualTo(409);
        assertThat(cycle.json().path("code").asString()).isEqualTo("AFTER_CYCLE");

        assertThat(post(PATH + "/first-1/seal", SENDER, "").status()).isEqualTo(200);
        await().untilAsserted(() -> assertThat(status("third-1")).isEqualTo("COMPLETED"));
        assertThat(status("second-1")).isEqualTo("COMPLETED");
    }

    @Test
    void whatIsWrongIsNamedAndOthersGroupsAreNotToBeWaitedFor() throws Exception {
        assertThat(post(PATH, SENDER, body("x", "\"after\": [\"not an id\"]")).json().path("code").asString())
                .isEqualTo("INVALID_ID");
        assertThat(post(PATH, SENDER, body("x", "\"after\": [{\"group\": \"a\"}]")).json().path("errors").path(0)
                .path("field").asString()).isEqualTo("after[0].group");
        assertThat(post(PATH, SENDER, body("x", "\"after\": [{\"when\": \"succeeded\"}]")).json().path("errors").path(0)
                .path("field").asString()).isEqualTo("after[0].groupId");
        assertThat(post(PATH, SENDER, body("x", "\"after\": [{\"groupId\": \"a\", \"when\": \"maybe\"}]")).status())
                .isEqualTo(400);
        assertThat(post(PATH, SENDER, body("x", "\"after\": [{\"groupId\": \"a\", \"queue\": \"nowhere\"}]")).json()
                .path("code").asString()).isEqualTo("UNKNOWN_QUEUE");
    }

    private void submit(String group, String more) throws Exception {
        Answer answer = post(PATH, SENDER, body(group, more));
        assertThat(answer.status()).as(answer.text()).isIn(200, 202);
    }

    private static String body(String group, String more) {
        return "{\"groupId\": \"" + group + "\", \"processorType\": \"SIMULATE\", " + more
                + ", \"jobs\": [{\"payload\": {\"durationMs\": 1}}]}";
    }

    private String status(String group) throws Exception {
        return get(PATH + "/" + group, SENDER).json().path("status").asString();
    }
}
