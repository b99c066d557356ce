package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels over HTTP: given with a submit, shown with the group, and what the search finds by them. */
class LabelsIT extends ServiceOverHttp {

    @Test
    void labelsComeWithADocumentOrAStreamAndAreFound() throws Exception {
        Answer sent = post("/api/bulk-actions", SENDER, "{\"groupId\":\"labels/doc\",\"processorType\":\"SIMULATE\","
                + "\"labels\":{\"campaign\":\"겨울 a=b\",\"region\":\"kr\"},\"jobs\":[{\"payload\":{}}]}");
        assertThat(sent.status()).as(sent.text()).isEqualTo(202);
        post("/api/bulk-actions?groupId=labels/lines&processorType=SIMULATE&labels=region=kr-south,%20x=1", SENDER,
                "application/x-ndjson", "{\"payload\":{}}\n");

        assertThat(get("/api/bulk-actions/labels%2Fdoc", SENDER).json().path("labels").path("campaign").asString())
                .isEqualTo("겨울 a=b");
        assertThat(get("/admin/queue/search?text=region=kr", VIEWER).json().path("labels").valueStream()
                .map(hit -> hit.path("label").asString() + " " + hit.path("group").path("groupId").asString()))
                .containsExactly("region=kr labels/doc", "region=kr-south labels/lines");
        assertThat(get("/admin/queue/search?text=labels", VIEWER).json().path("tenants").path(0).asString())
                .isEqualTo("labels");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1}", "{\"a\":\"\"}", "{\"a\":\"b,c\"}", "{\"a b\":\"c\"}", "{\"a\":\"b\\tc\"}",
        "\"a\"", "[]",
        "{\"a\":\"1\",\"b\":\"1\",\"c\":\"1\",\"d\":\"1\",\"e\":\"1\",\"f\":\"1\"}", "{\"a\":\"1\",\"a\":\"2\"}"})
    void aLabelThatBreaksTheRuleIsRefused(String labels) throws Exception {
        Answer answer = post("/api/bulk-actions", SENDER, "{\"groupId\":\"bad-labels\",\"processorType\":\"SIMULATE\","
                + "\"labels\":" + labels + ",\"jobs\":[{\"payload\":{}}]}");

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.text()).contains("label");
        assertThat(get("/api/bulk-actions/bad-labels", SENDER).status()).isEqualTo(404);
    }

    @Test
    void aSearchNeedsATextAndIsForThoseWhoMaySeeAllGroups() throws Exception {
        assertThat(get("/admin/queue/search?text=", VIEWER).status()).isEqualTo(400);
        assertThat(get("/admin/queue/search?text=a", SENDER).status()).isEqualTo(403);
        assertThat(get("/admin/queue/search?text=a&limit=101", VIEWER).status()).isEqualTo(400);
    }
}
