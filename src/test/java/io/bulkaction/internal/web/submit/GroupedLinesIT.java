package io.bulkaction.internal.web.submit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.server.web.ServiceOverHttp;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Lines that name their groups. */
class GroupedLinesIT extends ServiceOverHttp {

    private static final String LINES = "application/x-ndjson";
    private static final String PATH = "/api/bulk-actions?processorType=SIMULATE";

    @Test
    void theAnswerListsWhatWasAcceptedOfEachGroup() throws Exception {
        String body = """
                {"groupId":"lines-a","jobId":"1","payload":{"durationMs":1}}
                {"groupId":"lines-b","jobId":"1","payload":{"durationMs":1}}

                {"payload":{"durationMs":1},"jobId":"2","groupId":"lines-a"}
                """;
        Answer answer = post(PATH, SENDER, LINES, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(202);
        assertThat(answer.json().path("accepted").asInt()).isEqualTo(3);
        assertThat(answer.json().path("groups")).extracting(group -> group.path("groupId").asString())
                .containsExactly("lines-a", "lines-b");
        assertThat(answer.json().path("groups")).extracting(group -> group.path("accepted").asInt())
                .containsExactly(2, 1);
        assertThat(answer.json().path("refused").isEmpty()).isTrue();
        for (String group : new String[] {"lines-a", "lines-b"}) {
            await().untilAsserted(() -> assertThat(get("/api/bulk-actions/" + group, SENDER).json().path("status")
                    .asString()).as("it is sealed").isEqualTo("COMPLETED"));
        }
        assertThat(post(PATH, SENDER, LINES, body).json().path("duplicates").asInt()).isEqualTo(3);
    }

    @Test
    void aBadLineIsNamedAndNothingIsSubmitted() throws Exception {
        String good = "{\"groupId\":\"lines-bad\",\"payload\":{}}\n";
        for (String bad : new String[] {
            "{\"payload\":{}}", "{\"groupId\":\"a#b\",\"payload\":{}}", "{\"groupId\":null,\"payload\":{}}",
            "{\"groupId\":\"a\",\"jobId\":\"a b\",\"payload\":{}}", "{\"groupId\":\"a\"}", "{\"groupId\":\"a\",",
            "{\"groupId\":\"a\",\"groupId\":\"b\",\"payload\":{}}", "{\"groupId\":\"a\",\"payload\":{},\"x\":1}",
            "{\"groupId\":\"a\",\"payload\":\"" + "x".repeat(256 * 1024) + "\"}"}) {
            Answer refused = post(PATH, SENDER, LINES, good + good + bad + "\n" + good);
            assertThat(refused.status()).as(refused.text()).isEqualTo(400);
            assertThat(refused.json().path("code").asString()).isEqualTo("INVALID_LINE");
            assertThat(refused.json().path("detail").asString()).startsWith("Line 3: ")
                    .contains("Nothing is submitted");
        }
        assertThat(get("/api/bulk-actions/lines-bad", SENDER).status()).isEqualTo(404);
        assertThat(post(PATH, SENDER, LINES, "\n").json().path("code").asString()).isEqualTo("INVALID_SUBMISSION");
    }

    @Test
    void aLineNamesNoGroupWhereTheRequestDoes() throws Exception {
        Answer refused =
                post(PATH + "&groupId=lines-one", SENDER, LINES, "{\"groupId\":\"lines-two\",\"payload\":{}}\n");

        assertThat(refused.json().path("detail").asString()).contains("Line 1", "'groupId' is unknown");
    }

    @Test
    void tooManyLinesAreRefused() throws Exception {
        String lines = IntStream.rangeClosed(0, 10_000).mapToObj(i -> "{\"groupId\":\"lines-many\",\"payload\":1}")
                .collect(Collectors.joining("\n"));

        Answer refused = post(PATH, SENDER, LINES, lines);

        assertThat(refused.json().path("detail").asString()).as(refused.text())
                .startsWith("Line 10,001: ").contains("at most 10000 lines");
        assertThat(get("/api/bulk-actions/lines-many", SENDER).status()).isEqualTo(404);
    }

    @Test
    void aGroupThatIsBeingCancelledIsNamedAndTheOthersAreAccepted() throws Exception {
        post("/api/bulk-actions", SENDER, """
                {"groupId":"lines-gone","processorType":"SIMULATE","sealed":false,"jobs":[{"payload":{}}]}""");
        String status = setStatus("lines-gone", "CANCELLING");
        try {
            Answer answer = post(PATH, SENDER, LINES, """
                    {"groupId":"lines-gone","payload":{}}
                    {"groupId":"lines-here","payload":{}}
                    """);

            assertThat(answer.status()).as(answer.text()).isEqualTo(207);
            assertThat(answer.json().path("groups")).extracting(group -> group.path("groupId").asString())
                    .containsExactly("lines-here");
            JsonNode refused = answer.json().path("refused").path(0);
            assertThat(refused.path("groupId").asString()).isEqualTo("lines-gone");
            assertThat(refused.path("code").asString()).isEqualTo("GROUP_CANCELLING");

            assertThat(post(PATH, SENDER, LINES, "{\"groupId\":\"lines-gone\",\"payload\":{}}\n").json()
                    .path("code").asString()).as("all are refused").isEqualTo("GROUP_CANCELLING");
        } finally {
            setStatus("lines-gone", status);
        }
    }

    /** By hand, because a real cancellation may be over before the next call. */
    private String setStatus(String group, String status) {
        RedisQueue redis = context.getBean(Queues.class).get(new QueueName("default")).home().redis();
        byte[] meta = redis.keys().group(new GroupId(group), "meta");
        byte[] field = "status".getBytes(StandardCharsets.UTF_8);
        byte[] before = redis.read(commands -> commands.hget(meta, field));
        redis.read(commands -> commands.hset(meta, field, status.getBytes(StandardCharsets.UTF_8)));
        return new String(before, StandardCharsets.UTF_8);
    }
}
