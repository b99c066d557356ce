package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.internal.builtin.outbound.AllowedHost;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.settings.CallbackSettings;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestWorker;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CallbacksIT {

    private static final String SECRET = "0123456789abcdef";

    private record Call(String path, String id, String signature, String body) {}

    private final TestQueue test = TestQueue.with();
    private final TestWorker worker = new TestWorker(test.queue());
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger status = new AtomicInteger(204);
    private final CountDownLatch release = new CountDownLatch(1);
    private HttpServer server;
    private CallbackSender sender;
    private Callbacks callbacks;

    @BeforeEach
    void startReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::receive);
        server.start();
        use("localhost");
    }

    @AfterEach
    void stopReceiver() {
        release.countDown();
        sender.close();
        server.stop(0);
    }

    @Test
    void postsTheSignedResultOnce() throws Exception {
        finish("a", "/done?x=1");
        deliver();
        deliver();
        assertThat(calls).hasSize(1);
        Call call = calls.getFirst();
        assertThat(call.path()).isEqualTo("/done?x=1");
        JsonNode body = JsonMapper.builder().build().readTree(call.body());
        assertThat(body.get("id").asString()).isEqualTo(call.id()).startsWith(test.queue().name() + "/a/1/1/");
        assertThat(body.get("result").get("status").asString()).isEqualTo("COMPLETED");
        assertThat(body.get("result").get("groupId").asString()).isEqualTo("a");
        assertThat(call.signature()).matches("t=\\d+,v1=[0-9a-f]{64}");
        String seconds = call.signature().substring(2, call.signature().indexOf(','));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        byte[] signed = (seconds + "." + call.id() + "." + call.body()).getBytes(StandardCharsets.UTF_8);
        assertThat(call.signature()).endsWith("v1=" + HexFormat.of().formatHex(mac.doFinal(signed)));
    }

    @Test
    void aFailureIsRetriedWithGrowingDelays() {
        finish("a", "/done");
        status.set(500);
        deliver();
        test.advance(999);
        deliver();
        assertThat(calls).hasSize(1);
        test.advance(1);
        deliver();
        assertThat(calls).hasSize(2);
        test.advance(10_000);
        deliver();
        test.advance(10_999);
        deliver();
        assertThat(calls).as("the delay is as long as it has taken so far").hasSize(3);
        status.set(200);
        test.advance(1);
        deliver();
        test.advance(Duration.ofHours(1).toMillis());
        deliver();
        assertThat(calls).hasSize(4);
        assertThat(calls).extracting(Call::id).containsOnly(calls.getFirst().id());
    }

    @Test
    void aReceiverThatCannotBeReachedIsTriedAgain() {
        finish("a", "/done");
        server.stop(0);
        deliver();
        assertThat(test.dump()).contains(":callbacks");
    }

    @Test
    void aCallbackIsGivenUpAfterAWhile() {
        finish("a", "/done");
        status.set(500);
        deliver();
        test.advance(Duration.ofHours(24).toMillis() + 1);
        deliver();
        assertThat(calls).hasSize(2);
        assertThat(test.dump()).doesNotContain(":callbacks");
    }

    @Test
    void aReceiverThatIsGoneIsNotCalledAgain() {
        finish("a", "/done");
        status.set(410);
        deliver();
        assertThat(test.dump()).doesNotContain(":callbacks");
    }

    @Test
    void aRedirectIsAFailureAndNotFollowed() {
        finish("a", "/redirect");
        status.set(302);
        deliver();
        assertThat(calls).extracting(Call::path).containsExactly("/redirect");
        assertThat(test.dump()).contains(":callbacks");
    }

    @Test
    void aBodyThatNeverEndsIsNotWaitedFor() {
        finish("a", "/endless");
        deliver();
        assertThat(test.dump()).doesNotContain(":callbacks");
    }

    @Test
    void aReceiverThatHangsDelaysNoOther() {
        for (int i = 0; i < 5; i++) {
            finish("g" + i, "/hang");
        }
        callbacks.deliver();
        callbacks.deliver();
        await().until(() -> calls.size() == 3);
        assertThat(callbacks.underWay()).as("as many as are allowed at once").isEqualTo(3);
        release.countDown();
        await().until(() -> callbacks.underWay() == 0);
        deliver();
        assertThat(calls).hasSize(5);
    }

    @Test
    void aHostThatIsNotAllowedAnyMoreIsNotCalled() {
        finish("a", "/done");
        use("other.example");
        deliver();
        assertThat(calls).isEmpty();
        assertThat(test.dump()).doesNotContain(":callbacks");
    }

    private void use(String host) {
        if (sender != null) {
            sender.close();
        }
        sender = new CallbackSender(new CallbackSettings(
                List.of(AllowedHost.of(host + ":" + server.getAddress().getPort())), List.of(), SECRET,
                Duration.ofSeconds(20),
                Duration.ofHours(24), 3));
        callbacks = new Callbacks(test.queue(), sender);
    }

    private void deliver() {
        callbacks.deliver();
        await().until(() -> callbacks.underWay() == 0);
    }

    private void finish(String group, String path) {
        String url = "http://localhost:" + server.getAddress().getPort() + path;
        test.enqueue(new EnqueueBatch(new GroupId(group), "TEST", true,
                new EnqueueBatch.Given(null, null, GroupLimits.KEEP, url, null), null,
                TestQueue.batch(group, null, true, List.of(group + "-1")).jobs()));
        worker.completeAll();
    }

    private void receive(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        calls.add(new Call(
                path,
                exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                exchange.getRequestHeaders().getFirst("X-Bulk-Action-Signature"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        switch (path) {
            case "/hang" -> awaitRelease();
            case "/redirect" -> exchange.getResponseHeaders().add("Location", "/elsewhere");
            default -> {}
        }
        if (path.equals("/endless")) {
            exchange.sendResponseHeaders(200, 0);
            writeForEver(exchange);
        } else {
            exchange.sendResponseHeaders(status.get(), -1);
        }
        exchange.close();
    }

    private void writeForEver(HttpExchange exchange) {
        try (OutputStream body = exchange.getResponseBody()) {
            while (release.getCount() > 0) {
                body.write(new byte[8_192]);
            }
        } catch (IOException closedByTheOtherSide) {
            // expected
        }
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
