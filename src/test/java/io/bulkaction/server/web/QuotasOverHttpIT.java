package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What quotas hold is in QuotaIT; here: what callers, people and Prometheus see of it. */
class QuotasOverHttpIT extends ServiceOverHttp {

    @Test
    void whoHasAsMuchAsItMayIsToldSoAndWhatItHasIsShown() throws Exception {
        String group = "metered/" + UUID.randomUUID();
        Answer accepted = submit(group, 3);
        assertThat(accepted.status()).as(accepted.text()).isEqualTo(202);

        Answer refused = submit(group, 2);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.json().path("code").asString()).isEqualTo("QUOTA_EXCEEDED");
        assertThat(refused.json().path("detail").asString()).contains("jobs", "3 used", "4 allowed");
        assertThat(refused.http().headers().firstValue("Retry-After")).hasValue("5");
        JsonNode own = get("/api/quota", METERED).json();
        assertThat(own.path("jobs").asLong()).isEqualTo(3);
        assertThat(own.path("allowed").path("jobs").asLong()).isEqualTo(4);
        assertThat(own.path("bytes").asLong()).isEqualTo(3 * "{\"durationMs\":600000}".length());
        JsonNode all = get("/admin/quotas", VIEWER).json().path("items");
        assertThat(all.findValuesAsString("account")).contains("metered");
        assertThat(get("/admin/quotas", METERED).status()).isEqualTo(403);
        assertThat(get("/actuator/prometheus", NOBODY).text()).as("open to everybody")
                .doesNotContain("bulk_action_quota", "metered");

        assertThat(send("DELETE", "/api/bulk-actions/" + group.replace("/", "%2F"), METERED, "application/json", "{}")
                .status()).isEqualTo(200);
    }

    private Answer submit(String group, int jobs) throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < jobs; i++) {
            lines.append("{\"payload\":{\"durationMs\":600000}}\n");
        }
        return post("/api/bulk-actions?processorType=SIMULATE&groupId=" + group.replace("/", "%2F"), METERED,
                "application/x-ndjson", lines.toString());
    }
}
