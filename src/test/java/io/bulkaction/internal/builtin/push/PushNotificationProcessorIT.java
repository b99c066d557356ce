package io.bulkaction.internal.builtin.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.Job;
import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.Jobs;
import io.bulkaction.internal.builtin.LocalHttp;
import io.bulkaction.internal.builtin.Secret;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.builtin.outbound.TrustedClient;
import io.bulkaction.spi.AccessTokens;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PushNotificationProcessorIT {

    private static final String PUSH = "{\"deviceToken\":\"device-secret\",\"title\":\"Hi\",\"message\":\"There\"}";

    private final TrustedClient http = new TrustedClient(Duration.ofSeconds(5), Duration.ofSeconds(20));
    private final List<String> rejected = new CopyOnWriteArrayList<>();
    private LocalHttp fcm;

    @BeforeEach
    void startServer() throws IOException {
        fcm = new LocalHttp();
        fcm.answers(LocalHttp.json(200, "{\"name\":\"projects/p/messages/7\"}"));
    }

    @AfterEach
    void stopServer() {
        http.close();
        fcm.close();
    }

    @Test
    void sendsAMessageInTheFormatOfFcm() throws Exception {
        JobResult result = process(PUSH);

        assertThat(result).isEqualTo(JobResult.success(Map.of("name", "projects/p/messages/7")));
        LocalHttp.Request request = fcm.onlyRequest();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/v1/projects/p/messages:send");
        assertThat(request.header("Authorization")).isEqualTo("Bearer token-1");
        assertThat(request.header("Content-Type")).isEqualTo("application/json");
        JsonNode message = message(request);
        assertThat(message.get("token").asString()).isEqualTo("device-secret");
        assertThat(message.get("notification")).hasToString("{\"title\":\"Hi\",\"body\":\"There\"}");
    }

    @Test
    void aJobThatRunsTwiceReplacesItsNotificationOnTheDevice() throws Exception {
        process(PUSH);
        process(PUSH);
        processor().process(Jobs.withId(Jobs.of("PUSH_NOTIFICATION", PUSH), "other"));

        List<String> tags = fcm.requests().stream()
                .map(request -> message(request).at("/android/notification/tag").asString())
                .toList();
        assertThat(tags.get(0)).hasSize(32).isEqualTo(tags.get(1)).isNotEqualTo(tags.get(2));
        assertThat(message(fcm.requests().getFirst()).at("/apns/headers/apns-collapse-id").asString())
                .isEqualTo(tags.getFirst());
    }

    @Test
    void dataImageAndPlatformOptionsArePassedOn() throws Exception {
        process(
                """
                        {"deviceToken":"d","message":"There","imageUrl":"https://shop.example/i.png","data":{"order":"42"},
                         "android":{"priority":"high"},"webpush":{"headers":{"TTL":"60"}}}
                        """);

        JsonNode message = message(fcm.onlyRequest());
        assertThat(message.get("notification"))
                .hasToString("{\"body\":\"There\",\"image\":\"https://shop.example/i.png\"}");
        assertThat(message.get("data")).hasToString("{\"order\":\"42\"}");
        assertThat(message.get("android")).hasToString("{\"priority\":\"high\"}");
        assertThat(message.get("webpush")).hasToString("{\"headers\":{\"TTL\":\"60\"}}");
    }

    @Test
    void aMessageOfDataAloneHasNoNotification() throws Exception {
        process("{\"deviceToken\":\"d\",\"data\":{\"order\":\"42\"}}");

        assertThat(message(fcm.onlyRequest()).propertyNames()).containsExactlyInAnyOrder("token", "data");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            404, NOT_FOUND,           UNREGISTERED,            UNREGISTERED,           false
            400, INVALID_ARGUMENT,    INVALID_ARGUMENT,        INVALID_ARGUMENT,       false
            403, PERMISSION_DENIED,   SENDER_ID_MISMATCH,      SENDER_ID_MISMATCH,     false
            401, UNAUTHENTICATED,     THIRD_PARTY_AUTH_ERROR,  THIRD_PARTY_AUTH_ERROR, false
            401, UNAUTHENTICATED,     '',                      UNAUTHENTICATED,        true
            403, PERMISSION_DENIED,   '',                      PERMISSION_DENIED,      false
            500, INTERNAL,            INTERNAL,                INTERNAL,               true
            503, UNAVAILABLE,         UNAVAILABLE,             UNAVAILABLE,            true
            502, '',                  '',                      HTTP_502,               true
            302, '',                  '',                      HTTP_302,               false
            """)
    void theErrorCodeOfFcmDecides(int status, String general, String own, String code, boolean retryable)
            throws Exception {
        fcm.answers(LocalHttp.json(status, error(general, own), "Location", "http://127.0.0.1:" + fcm.port()));

        JobResult.Failure failure = (JobResult.Failure) process(PUSH);

        assertThat(failure.code()).isEqualTo(code);
        assertThat(failure.retryable()).isEqualTo(retryable);
        assertThat(failure.message()).doesNotContain("device-secret", "token-1");
    }

    @Test
    void anExhaustedQuotaIsThrottledForAsLongAsFcmAsks() throws Exception {
        fcm.answers(LocalHttp.json(429, error("RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED"), "Retry-After", "17"));
        assertThat(process(PUSH)).isEqualTo(JobResult.throttled(Duration.ofSeconds(17)));

        fcm.answers(LocalHttp.json(429, error("RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED")));
        assertThat(process(PUSH)).isEqualTo(JobResult.throttled(Duration.ofMinutes(1)));
    }

    @Test
    void anUnavailableFcmIsThrottledOnlyWhenItSaysHowLong() throws Exception {
        fcm.answers(LocalHttp.json(503, error("UNAVAILABLE", ""), "Retry-After", "Tue, 20 Jan 2026 10:00:09 GMT"));

        assertThat(process(PUSH)).isEqualTo(JobResult.throttled(Duration.ofSeconds(9)));
    }

    @Test
    void aTokenThatFcmRefusesIsNotUsedAgain() throws Exception {
        fcm.answers(LocalHttp.json(401, error("UNAUTHENTICATED", "")));

        process(PUSH);

        assertThat(rejected).containsExactly("token-1");
    }

    @Test
    void anAnswerThatIsNotJsonIsJudgedByItsStatus() throws Exception {
        fcm.answers(LocalHttp.json(500, "<html>"));

        assertThat(process(PUSH)).isEqualTo(JobResult.failure("HTTP_500", "FCM answered 500 HTTP_500", true));
    }

    @Test
    void aSilentFcmEndsInATimeout() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        fcm.answers(exchange -> awaitQuietly(over));

        TrustedClient impatient = new TrustedClient(Duration.ofSeconds(5), Duration.ofMillis(300));
        JobResult result = processor(impatient).process(Jobs.of("PUSH_NOTIFICATION", PUSH));
        over.countDown();
        impatient.close();

        assertThat(result).isEqualTo(JobResult.failure("TIMEOUT", "no answer in time", true));
    }

    @Test
    void anUnreachableFcmIsRetried() throws Exception {
        fcm.close();

        assertThat(process(PUSH)).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo("NETWORK_ERROR");
            assertThat(failure.retryable()).isTrue();
        });
    }

    @Test
    void anInterruptEndsTheCall() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        fcm.answers(exchange -> awaitQuietly(over));
        TrustedClient patient = new TrustedClient(Duration.ofSeconds(5), Duration.ofMinutes(1));
        CompletableFuture<Object> end = new CompletableFuture<>();
        Thread worker = Thread.ofVirtual().start(() -> {
            try {
                end.complete(processor(patient).process(Jobs.of("PUSH_NOTIFICATION", PUSH)));
            } catch (Exception e) {
                end.complete(e);
            }
        });
        await().until(() -> fcm.requests().size() == 1);

        worker.interrupt();

        assertThat(end.get(2, TimeUnit.MINUTES)).isInstanceOf(InterruptedException.class);
        over.countDown();
        patient.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"title\":\"t\",\"message\":\"m\"}",
        "{\"deviceToken\":\" \",\"title\":\"t\"}",
        "{\"deviceToken\":\"device-secret\"}",
        "{\"deviceToken\":\"device-secret\",\"title\":\"t\",\"data\":{\"a\":{}}}",
        "{\"deviceToken\":\"device-secret\",\"title\":\"t\",\"android\":[]}",
        "{\"deviceToken\":\"device-secret\",\"titel\":\"t\"}"
    })
    void aPayloadThatBreaksTheRulesSendsNothing(String payload) throws Exception {
        assertThat(process(payload)).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo("BAD_PAYLOAD");
            assertThat(failure.message()).doesNotContain("device-secret");
        });
        assertThat(fcm.requests()).isEmpty();
    }

    private JobResult process(String payload) throws Exception {
        Job job = Jobs.of("PUSH_NOTIFICATION", payload);
        return processor().process(job);
    }

    private PushNotificationProcessor processor() {
        return processor(http);
    }

    private PushNotificationProcessor processor(TrustedClient caller) {
        AccessTokens tokens = new AccessTokens() {
            @Override
            public String current() {
                return "token-1";
            }

            @Override
            public void reject(String token) {
                rejected.add(token);
            }
        };
        PushNotificationSettings settings = new PushNotificationSettings(
                "p", new CallUrl(fcm.uri("")), null, Secret.of("x"), null, Duration.ofSeconds(1),
                Duration.ofSeconds(1));
        return new PushNotificationProcessor(
                settings.sendUrl("p"), tokens, caller, InstantSource.fixed(Instant.parse("2026-01-20T10:00:00Z")));
    }

    private static String error(String general, String own) {
        String details = own.isEmpty()
                ? ""
                : ",\"details\":[{\"@type\":\"type.googleapis.com/google.firebase.fcm.v1.FcmError\",\"errorCode\":\""
                        + own + "\"}]";
        return "{\"error\":{\"code\":1,\"message\":\"device-secret\",\"status\":\"" + general + "\"" + details + "}}";
    }

    private static JsonNode message(LocalHttp.Request request) {
        return JsonMapper.shared().readTree(request.body()).get("message");
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(2, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
