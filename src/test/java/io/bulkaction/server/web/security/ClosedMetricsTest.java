package io.bulkaction.server.web.security;

import static io.bulkaction.sample.OnWebSlice.FEEDER_TOKEN;
import static io.bulkaction.sample.OnWebSlice.OPERATOR_TOKEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.sample.OnWebSlice;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;

@OnWebSlice
@TestPropertySource(properties = {
    "bulk-action.security.open-metrics=false",
    "bulk-action.security.tokens.scraper.token=" + ClosedMetricsTest.SCRAPER_TOKEN,
    "bulk-action.security.tokens.scraper.roles=METRICS",
})
class ClosedMetricsTest {

    static final String SCRAPER_TOKEN = "scraper-token-0123456789";

    @Autowired
    MockMvcTester web;

    @Test
    void metricsThatAreNotOpenNeedTheirRole() {
        assertThat(web.get().uri("/actuator/prometheus").header(HttpHeaders.ACCEPT, "text/html"))
                .hasStatus(401)
                .hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(get("/actuator/prometheus", FEEDER_TOKEN)).hasStatus(403);
        assertThat(get("/actuator/prometheus", SCRAPER_TOKEN)).hasStatusOk().bodyText().contains("jvm_");
        assertThat(get("/actuator/prometheus", OPERATOR_TOKEN)).hasStatusOk();
        assertThat(web.get().uri("/actuator/health")).as("still open").hasStatusOk();
    }

    @Test
    void theRoleForMetricsOpensNothingElse() {
        assertThat(get("/api/sample", SCRAPER_TOKEN)).hasStatus(403);
        assertThat(get("/admin/sample", SCRAPER_TOKEN)).hasStatus(403);
        assertThat(get("/actuator/info", SCRAPER_TOKEN)).hasStatus(403);
    }

    private MockMvcRequestBuilder get(String path, String token) {
        return web.get().uri(path).header(HttpHeaders.AUTHORIZATION, "Bearer " + token);
    }
}
