package io.bulkaction.internal.web.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.sample.OnWebSlice;
import io.bulkaction.sample.WebSlice;
import io.bulkaction.testing.TestRedis;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@OnWebSlice
@ExtendWith(OutputCaptureExtension.class)
class ProblemTest {

    @Autowired
    MockMvcTester web;

    @Autowired
    WebSlice.Thrower thrower;

    @Test
    void brokenRulesAreNamedWithTheirFields() {
        assertThat(post("{\"name\":\"\",\"size\":11,\"parts\":[{\"name\":\" \",\"size\":1}]}"))
                .hasStatus(400)
                .hasContentType(MediaType.APPLICATION_PROBLEM_JSON)
                .bodyJson()
                .hasPathSatisfying("code", code -> code.assertThat().isEqualTo("INVALID_REQUEST"))
                .hasPathSatisfying(
                        "type", type -> type.assertThat().isEqualTo("urn:bulk-action:problem:invalid-request"))
                .hasPathSatisfying("status", status -> status.assertThat().isEqualTo(400))
                .hasPathSatisfying("instance", instance -> instance.assertThat().isEqualTo("/api/sample"))
                .extractingPath("errors[*]['field','rule']")
                .asArray()
                .extracting(Object::toString)
                .containsExactlyInAnyOrder(
                        "{field=name, rule=NotBlank}",
                        "{field=size, rule=Max}",
                        "{field=parts[0].name, rule=NotBlank}");
    }

    @Test
    void problemsSpeakKoreanToThoseWhoPreferIt() {
        MvcTestResult answer = post("{\"name\":\"\",\"size\":1}").header(HttpHeaders.ACCEPT_LANGUAGE, "ko").exchange();

        assertThat(answer).hasHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_LANGUAGE);
        assertThat(answer).bodyJson().extractingPath("title").isEqualTo("요청이 올바르지 않습니다");
        assertThat(answer).bodyJson().extractingPath("errors[0].message").isEqualTo("공백일 수 없습니다");
    }

    @Test
    void otherLanguagesGetEnglishWhateverTheLanguageOfTheServer() {
        Locale own = Locale.getDefault();
        Locale.setDefault(Locale.KOREA);
        try {
            assertThat(get("/api/nothing").header(HttpHeaders.ACCEPT_LANGUAGE, "ja"))
                    .bodyJson()
                    .extractingPath("title")
                    .isEqualTo("Not found");
        } finally {
            Locale.setDefault(own);
        }
    }

    @Test
    void unreadableJsonIsLocatedAndNotRepeated() {
        AbstractStringAssert<?> body = assertThat(post("{\"name\":\n \"secret-payload\" oops"))
                .hasStatus(400)
                .bodyText()
                .doesNotContain("secret-payload", "oops");
        body.contains("\"code\":\"UNREADABLE_BODY\"", "line 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"name\":\"a\",\"size\":\"secret\"}|size|Type",
        "{\"name\":\"a\",\"size\":1,\"kind\":\"HUGE\"}|kind|OneOf",
        "{\"name\":\"a\",\"size\":1,\"parts\":[{\"name\":\"b\",\"size\":{}}]}|parts[0].size|Type"
    })
    void valuesOfTheWrongTypeAreNamedByTheirPath(String body, String field, String rule) {
        MvcTestResult answer = post(body).exchange();

        assertThat(answer).hasStatus(400).bodyText().doesNotContain("secret", "HUGE", "io.bulkaction");
        assertThat(answer).bodyJson().extractingPath("errors[0].field").isEqualTo(field);
        assertThat(answer).bodyJson().extractingPath("errors[0].rule").isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource({"page=0,page,Min", "page=x,page,Type", "'',page,Required", "page=1&kind=HUGE,kind,OneOf"})
    void parametersAreNamedLikeFields(String query, String field, String rule) {
        MvcTestResult answer = get("/api/sample/page?" + query).exchange();

        assertThat(answer).hasStatus(400).bodyJson().extractingPath("code").isEqualTo("INVALID_REQUEST");
        assertThat(answer).bodyJson().extractingPath("errors[0].field").isEqualTo(field);
        assertThat(answer).bodyJson().extractingPath("errors[0].rule").isEqualTo(rule);
    }

    @Test
    void anIdThatBreaksTheRuleIsAnsweredWithTheRule() {
        assertThat(code(machine(web.get().uri(URI.create("/api/sample/jobs/a%20b"))), 400, "INVALID_ID"))
                .bodyJson()
                .extractingPath("detail")
                .asString()
                .contains("jobId 'a b' is not allowed", "1-128 characters");
    }

    @Test
    void everyHttpErrorHasItsOwnCode() {
        code(get("/api/nothing"), 404, "NOT_FOUND");
        code(get("/admin/nothing"), 404, "NOT_FOUND");
        assertThat(code(machine(web.put().uri("/admin/sample")), 405, "METHOD_NOT_ALLOWED"))
                .containsHeader(HttpHeaders.ALLOW);
        code(post(MediaType.TEXT_PLAIN_VALUE, "x"), 415, "UNSUPPORTED_MEDIA_TYPE");
        code(post(""), 400, "MISSING_BODY");
        code(get("/api/sample").accept(MediaType.IMAGE_PNG), 406, "NOT_ACCEPTABLE");
    }

    @Test
    void aBodyBeyondTheLimitIsRefusedUnlessItIsStreamed() {
        String large = "{\"name\":\"" + "x".repeat(3000) + "\"}";

        code(post(large), 413, "PAYLOAD_TOO_LARGE");
        code(post("application/x-ndjson", large), 415, "UNSUPPORTED_MEDIA_TYPE");
    }

    static Stream<Exception> redisDoesNotAnswer() {
        return Stream.of(
                new RedisCommandTimeoutException("Redis command timed out"),
                new RedisException("Currently not connected. Commands are rejected."),
                new CompletionException(new RedisConnectionException("Unable to connect")),
                // looked like a caller who is gone, and got an empty 200
                new CompletionException(new RedisException(new IOException("Connection reset by peer"))),
                noServerListens());
    }

    @ParameterizedTest
    @MethodSource("redisDoesNotAnswer")
    void whenRedisDoesNotAnswerCallersAreToldToRetry(Exception e) {
        thrower.next(e);

        assertThat(code(get("/api/sample/throw"), 503, "REDIS_UNAVAILABLE")).hasHeader(HttpHeaders.RETRY_AFTER, "5");
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void whateverPassesByItselfIsAnsweredWithItsReasonAndWhenToTryAgain(Reason reason) {
        thrower.next(new RedisUnavailableException(reason, new IllegalStateException("secret of the inside")));

        MvcTestResult answer = code(get("/api/sample/throw"), 503, reason.name());

        assertThat(answer).hasHeader(HttpHeaders.RETRY_AFTER, "5");
        assertThat(answer).bodyText().doesNotContain("secret");
    }

    @Test
    void anErrorThatRedisAnswersIsAnInternalError() {
        thrower.next(new CompletionException(new RedisCommandExecutionException("ERR in script")));

        code(get("/api/sample/throw"), 500, "INTERNAL_ERROR");
    }

    @Test
    void anUnexpectedErrorIsAnsweredWithAnIdThatIsInTheLog(CapturedOutput output) {
        thrower.next(new IllegalStateException("secret of the inside"));

        MvcTestResult answer = code(get("/api/sample/throw?token=secret-in-query"), 500, "INTERNAL_ERROR");

        assertThat(answer).bodyText().doesNotContain("secret", "IllegalState", "at io.bulkaction");
        assertThat(answer).bodyJson().extractingPath("id").asString().satisfies(id -> {
            assertThat(id).hasSize(36);
            assertThat(output).contains("unexpected error " + id + " in GET /api/sample/throw", "secret of the inside");
        });
        assertThat(output).doesNotContain("secret-in-query");
    }

    @Test
    void controllersMayThrowTheirOwnProblems() {
        thrower.next(new ProblemException(new ProblemType("JOB_NOT_FOUND", HttpStatus.NOT_FOUND), "no job 'j1'"));

        assertThat(code(get("/api/sample/throw"), 404, "JOB_NOT_FOUND"))
                .bodyJson()
                .extractingPath("detail")
                .isEqualTo("no job 'j1'");
    }

    private MvcTestResult code(MockMvcRequestBuilder request, int status, String code) {
        MvcTestResult answer = request.exchange();
        assertThat(answer).hasStatus(status).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("code").isEqualTo(code);
        return answer;
    }

    private MockMvcRequestBuilder get(String uri) {
        return machine(web.get().uri(uri));
    }

    private MockMvcRequestBuilder post(String body) {
        return post(MediaType.APPLICATION_JSON_VALUE, body);
    }

    private MockMvcRequestBuilder post(String type, String body) {
        return machine(web.post().uri("/api/sample")).contentType(type).content(body);
    }

    private static MockMvcRequestBuilder machine(MockMvcRequestBuilder request) {
        return request.header(HttpHeaders.AUTHORIZATION, "Bearer " + OnWebSlice.OPERATOR_TOKEN);
    }

    /** What the driver really throws when nothing listens on the port. */
    private static Exception noServerListens() {
        try (RedisAccess redis = TestRedis.connect(1)) {
            redis.ping();
            throw new AssertionError("something listens on port 1");
        } catch (RedisUnavailableException e) {
            return e;
        }
    }
}
