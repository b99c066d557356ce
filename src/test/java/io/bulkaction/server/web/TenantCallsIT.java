package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Calls that are about all groups of a tenant. */
class TenantCallsIT extends ServiceOverHttp {

    @Test
    void aTenantIsPausedWatchedResumedAndCancelled() throws Exception {
        submit("watched/june", 2);
        await().untilAsserted(() -> assertThat(progress("watched").path("successCount").asInt()).isEqualTo(2));

        Answer paused = post("/admin/tenants/watched/pause", ADMIN, "{\"reason\":\"contract\"}");
        assertThat(paused.status()).as(paused.text()).isEqualTo(200);
        assertThat(paused.json().path("message").asString()).isEqualTo("The tenant is paused.");
        submit("watched/july", 3);
        assertThat(progress("watched").path("totalJobs").asInt()).isEqualTo(5);
        assertThat(progress("watched").path("pauseReason").asString()).isEqualTo("contract");
        assertThat(progress("watched").path("pausedBy").asString()).isEqualTo("admin");
        assertThat(post("/admin/tenants/watched/pause", ADMIN, "{}").json().path("message").asString())
                .contains("already");

        Answer cancelled = post("/api/tenants/watched/cancel", SENDER, "{\"reason\":\"moved\"}");
        assertThat(cancelled.json().path("cancelled").asInt()).as(cancelled.text()).isEqualTo(3);
        assertThat(post("/admin/tenants/watched/resume", ADMIN, "{}").json().path("message").asString())
                .isEqualTo("The tenant runs again.");
        assertThat(get("/admin/queue/audit", ADMIN).text()).contains("pause tenant", "resume tenant", "cancel tenant");
    }

    @Test
    void aTenantHasLimits() throws Exception {
        submit("limited/a", 1);
        Answer limited = send("PUT", "/admin/tenants/limited/limits", ADMIN, "application/json",
                "{\"maxRps\":5,\"maxConcurrency\":3,\"weight\":2.5}");
        assertThat(limited.status()).as(limited.text()).isEqualTo(200);
        JsonNode limits = get("/admin/tenants/limited/limits", ADMIN).json();
        assertThat(limits.path("maxRps").asDouble()).isEqualTo(5);
        assertThat(limits.path("maxConcurrency").asInt()).isEqualTo(3);
        assertThat(limits.path("weight").asDouble()).isEqualTo(2.5);
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"maxRps\":-1}', maxRps", "'{\"weight\":0}', weight", "'{\"weight\":101}', weight",
        "'{\"weight\":\"much\"}', weight", "'{\"maxConcurrency\":-1}', maxConcurrency"})
    void aBadLimitIsRefusedWithItsField(String body, String field) throws Exception {
        submit("bad/a", 1);
        Answer answer = send("PUT", "/admin/tenants/bad/limits", ADMIN, "application/json", body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains(field);
    }

    @Test
    void wrongTenantsAreRefused() throws Exception {
        assertThat(get("/api/tenants/nobody", SENDER).json().path("code").asString()).isEqualTo("UNKNOWN_TENANT");
        assertThat(post("/api/tenants/nobody/cancel", SENDER, "{}").status()).isEqualTo(404);
        assertThat(post("/admin/tenants/nobody/pause", ADMIN, "{}").status()).isEqualTo(404);
        Answer slash = get("/api/tenants/a%2Fb", SENDER);
        assertThat(slash.status()).as(slash.text()).isEqualTo(400);
        assertThat(slash.json().path("code").asString()).isEqualTo("INVALID_ID");
        assertThat(slash.text()).contains("tenant");
        for (String group : new String[] {"/a", "a/"}) {
            Answer refused = post("/api/bulk-actions", SENDER, document(group, 1));
            assertThat(refused.status()).as(refused.text()).isEqualTo(400);
            assertThat(refused.text()).contains("groupId");
        }
        assertThat(post("/admin/tenants/nobody/pause", SENDER, "{}").status()).isEqualTo(403);
    }

    private JsonNode progress(String tenant) throws Exception {
        return get("/api/tenants/" + tenant, SENDER).json();
    }

    private void submit(String group, int jobs) throws Exception {
        Answer answer = post("/api/bulk-actions", SENDER, document(group, jobs));
        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
    }

    private static String document(String group, int jobs) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < jobs; i++) {
            all.append(i == 0 ? "" : ",").append("{\"jobId\":\"").append(group).append('-').append(i)
                    .append("\",\"payload\":{}}");
        }
        return "{\"groupId\":\"%s\",\"processorType\":\"SIMULATE\",\"jobs\":[%s]}".formatted(group, all);
    }
}
