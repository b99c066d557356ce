package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A refused submit says what to do instead. */
class ErrorTextsIT extends ServiceOverHttp {

    private static final String BEGIN = "{\"groupId\":\"refused\",\"processorType\":\"SIMULATE\",\"jobs\":[";

    @Test
    void tooManyJobsInADocumentNameTheFormatForMore() throws Exception {
        Answer refused = post("/api/bulk-actions", SENDER,
                BEGIN + "{\"payload\":1},".repeat(10_000) + "{\"payload\":1}]}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("send more as application/x-ndjson");
    }

    @Test
    void aProcessorThatIsSwitchedOffNamesTheSettingThatSwitchesItOn() throws Exception {
        Answer refused =
                post("/api/bulk-actions", SENDER, BEGIN.replace("SIMULATE", "SEND_EMAIL") + "{\"payload\":{}}]}");

        assertThat(refused.json().path("code").asString()).isEqualTo("UNKNOWN_PROCESSOR");
        assertThat(refused.text()).containsPattern("the setting bulk-action\\.processors\\.[a-z.-]+ switches it on");
    }

    @Test
    void anUnknownFormatIsAnsweredWithThoseThatAreKnown() throws Exception {
        Answer refused = post("/api/bulk-actions", SENDER, "text/csv", "a,b\n");

        assertThat(refused.status()).isEqualTo(415);
        assertThat(refused.json().path("detail").asString()).contains("application/json", "application/x-ndjson");
    }

    @Test
    void aPayloadThatIsTooLargeIsNamedByItsIndex() throws Exception {
        Answer refused = post("/api/bulk-actions", SENDER,
                BEGIN + "{\"payload\":1},{\"payload\":\"" + "x".repeat(300_000) + "\"}]}");

        assertThat(refused.status()).isBetween(400, 413);
        assertThat(refused.text()).contains("jobs[1]");
    }
}
