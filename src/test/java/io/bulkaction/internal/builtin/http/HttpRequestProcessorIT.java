package io.bulkaction.internal.builtin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.internal.builtin.Jobs;
import io.bulkaction.internal.builtin.LocalHttp;
import io.bulkaction.internal.builtin.outbound.Signature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpRequestProcessorIT {

    private Webhooks webhooks;
    private LocalHttp server;

    @BeforeEach
    void startServer() throws IOException {
        webhooks = new Webhooks();
        server = webhooks.server;
    }

    @AfterEach
    void stopServer() {
        webhooks.close();
    }

    @Test
    void callsTheUrlWithTheHeadersOfTheJob() throws Exception {
        JobResult result = webhooks.processor(Map.of())
                .process(Jobs.of(
                        "HTTP_REQUEST",
                        "{\"method\":\"put\",\"url\":\"" + server.uri("/hook?a=1%202")
                                + "\",\"headers\":{\"X-Mine\":\"yes\"},"
                                + "\"body\":{\"n\":1.10,\"big\":12345678901234567890}}",
                        4,
                        2));

        assertThat(result).isEqualTo(JobResult.success(Map.of("status", 200)));
        LocalHttp.Request request = server.onlyRequest();
        assertThat(request.method()).isEqualTo("PUT");
        assertThat(request.path()).isEqualTo("/hook?a=1%202");
        assertThat(request.body()).isEqualTo("{\"n\":1.10,\"big\":12345678901234567890}");
        assertThat(request.header("Content-Type")).isEqualTo("application/json");
        assertThat(request.header("X-Mine")).isEqualTo("yes");
        assertThat(request.header("Idempotency-Key")).isEqualTo("default#customer-A#job-1");
        assertThat(request.header("X-Bulk-Action-Group")).isEqualTo("customer-A");
        assertThat(request.header("X-Bulk-Action-Attempt")).isEqualTo("4");
        assertThat(request.header("X-Bulk-Action-Signature")).isNull();
    }

    @Test
    void aTextIsSentAsItIsWithTheContentTypeOfThePayload() throws Exception {
        webhooks.processor(Map.of())
                .process(webhooks.call(",\"body\":\"<a/>\",\"headers\":{\"content-type\":\"application/xml\"}"));

        assertThat(server.onlyRequest().method()).isEqualTo("POST");
        assertThat(server.onlyRequest().body()).isEqualTo("<a/>");
        assertThat(server.onlyRequest().headers().get("Content-type")).containsExactly("application/xml");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            408, true
            425, true
            429, true
            500, true
            501, true
            503, true
            400, false
            401, false
            404, false
            410, false
            302, false
            304, false
            """)
    void theStatusDecidesWhetherTheJobIsRetried(int status, boolean retryable) throws Exception {
        server.answers(LocalHttp.status(status, "Location", "http://127.0.0.1:" + server.port() + "/elsewhere"));

        JobResult result = webhooks.processor(Map.of()).process(webhooks.call(""));

        assertThat(result).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo("HTTP_" + status);
            assertThat(failure.retryable()).isEqualTo(retryable);
        });
        assertThat(server.requests()).as("neither redirects nor repeats").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "429, 30, PT30S", "503, 'Tue, 20 Jan 2026 10:02:00 GMT', PT2M", "429, 0, PT1S", "503, 999999999, P1D"
    })
    void retryAfterMakesItThrottled(int status, String header, Duration wait) throws Exception {
        server.answers(LocalHttp.status(status, "Retry-After", header));

        assertThat(webhooks.processor(Map.of()).process(webhooks.call(""))).isEqualTo(JobResult.throttled(wait));
    }

    @Test
    void retryAfterOnAnyOtherFailureIsNotHonoured() throws Exception {
        server.answers(LocalHttp.status(500, "Retry-After", "30"));

        assertThat(webhooks.processor(Map.of()).process(webhooks.call(""))).isInstanceOf(JobResult.Failure.class);
    }

    @Test
    void theSignatureCanBeCheckedByTheReceiver() throws Exception {
        webhooks.processor(Map.of("signing-secret", "s3cret")).process(webhooks.call(",\"body\":\"hello\""));

        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("s3cret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] expected =
                mac.doFinal((Webhooks.NOW.getEpochSecond() + ".default#customer-A#job-1.hello")
                        .getBytes(StandardCharsets.UTF_8));
        assertThat(server.onlyRequest().header("X-Bulk-Action-Signature"))
                .isEqualTo("t=" + Webhooks.NOW.getEpochSecond() + ",v1=" + HexFormat.of().formatHex(expected));
    }

    @Test
    void aHostCanHaveItsOwnSigningSecret() throws Exception {
        webhooks.processor(Map.of("signing-secret", "all", "signing-secrets.[127.0.0.1]", "own"))
                .process(webhooks.call(",\"body\":\"hello\""));

        assertThat(server.onlyRequest().header("X-Bulk-Action-Signature"))
                .isEqualTo(Signature.of(
                        "own", Webhooks.NOW, Jobs.of("T", "").idempotencyKey(),
                        "hello".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theAnswerIsKeptWhenAskedAndCutAtItsLimit() throws Exception {
        server.answers(LocalHttp.json(200, "0123456789"));

        assertThat(webhooks.processor(Map.of("keep-response", "true")).process(webhooks.call("")))
                .isEqualTo(JobResult.success(Map.of("status", 200, "body", "0123456789", "truncated", false)));
        assertThat(webhooks.processor(Map.of("keep-response", "true", "max-response-size", "4B"))
                .process(webhooks.call("")))
                .isEqualTo(JobResult.success(Map.of("status", 200, "body", "0123", "truncated", true)));
    }

    @Test
    void anEndlessAnswerIsNotReadToItsEnd() throws Exception {
        AtomicInteger written = new AtomicInteger();
        server.answers(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] block = new byte[64 * 1024];
            while (written.addAndGet(block.length) < 1_000_000_000) {
                exchange.getResponseBody().write(block);
            }
        });

        assertThat(webhooks.processor(Map.of()).process(webhooks.call(""))).isInstanceOf(JobResult.Success.class);
        assertThat(written).hasValueLessThan(500_000_000);
    }

    @Test
    void anAnswerThatBreaksOffAfterItsStatusStillCounts() throws Exception {
        server.answers(exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write(1);
            exchange.getResponseBody().flush();
            throw new IOException("gone");
        });

        assertThat(webhooks.processor(Map.of()).process(webhooks.call(""))).isInstanceOf(JobResult.Success.class);
    }

    @Test
    void aSilentServerEndsInATimeout() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        server.answers(exchange -> awaitQuietly(over));

        JobResult result = webhooks.processor(Map.of("timeout", "200ms")).process(webhooks.call(""));
        over.countDown();

        assertThat(result).isEqualTo(JobResult.failure("TIMEOUT", "no answer in time", true));
    }

    @Test
    void anInterruptEndsTheCall() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        server.answers(exchange -> awaitQuietly(over));
        HttpRequestProcessor processor = webhooks.processor(Map.of());
        CompletableFuture<Object> end = new CompletableFuture<>();
        Thread worker = Thread.ofVirtual().start(() -> {
            try {
                end.complete(processor.process(webhooks.call("")));
            } catch (Exception e) {
                end.complete(e);
            }
        });
        await().until(() -> server.requests().size() == 1);

        worker.interrupt();

        assertThat(end.get(2, TimeUnit.MINUTES)).isInstanceOf(InterruptedException.class);
        over.countDown();
    }

    @Test
    void connectionsAreReused() throws Exception {
        Set<Object> peers = ConcurrentHashMap.newKeySet();
        server.answers(exchange -> {
            peers.add(exchange.getRemoteAddress());
            LocalHttp.json(200, "fine").to(exchange);
        });
        HttpRequestProcessor processor = webhooks.processor(Map.of());

        for (int i = 0; i < 5; i++) {
            processor.process(webhooks.call(""));
        }

        assertThat(server.requests()).hasSize(5);
        assertThat(peers).hasSize(1);
    }

    @Test
    void anUnreachableServerIsRetried() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        JobResult result = webhooks.processor(Map.of("allowed-hosts", "127.0.0.1:" + port))
                .process(Jobs.of("HTTP_REQUEST", "{\"url\":\"http://127.0.0.1:" + port + "\"}"));

        assertThat(result).isInstanceOfSatisfying(JobResult.Failure.class, failure -> {
            assertThat(failure.code()).isEqualTo("NETWORK_ERROR");
            assertThat(failure.retryable()).isTrue();
        });
    }

    @Test
    void aServerWithoutTlsIsATlsError() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (Socket peer = socket.accept()) {
                    byte[] plain = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
                    peer.getOutputStream().write(plain);
                } catch (IOException e) {
                    // the test is over
                }
            });
            JobResult result = webhooks.processor(Map.of("allowed-hosts", "127.0.0.1:" + socket.getLocalPort()))
                    .process(Jobs.of("HTTP_REQUEST", "{\"url\":\"https://127.0.0.1:" + socket.getLocalPort() + "\"}"));

            assertThat(result)
                    .isInstanceOfSatisfying(
                            JobResult.Failure.class, failure -> assertThat(failure.code()).isEqualTo("TLS_ERROR"));
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(2, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
