package io.bulkaction.internal.operate.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import com.sun.net.httpserver.HttpServer;
import io.bulkaction.QueueName;
import io.bulkaction.internal.builtin.outbound.AddressBlock;
import io.bulkaction.internal.builtin.outbound.AddressNotAllowedException;
import io.bulkaction.internal.builtin.outbound.CallUrl;
import io.bulkaction.internal.settings.AlertSettings.Webhook;
import io.bulkaction.spi.Alert;
import io.bulkaction.spi.AlertType;
import io.bulkaction.testing.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WebhookChannelIT {

    private final List<JsonNode> bodies = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile int answer = 204;
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hook", exchange -> {
            assertThat(exchange.getRequestHeaders().getFirst("Content-Type")).isEqualTo("application/json");
            bodies.add(JsonMapper.shared().readTree(exchange.getRequestBody()));
            if (answer == 302) {
                exchange.getResponseHeaders().add("Location", "/elsewhere");
            }
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        server.createContext("/hang", exchange -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    @AfterEach
    void stopServer() {
        end.countDown();
        server.stop(0);
    }

    @Test
    void genericJsonHasEveryFieldOfTheAlert() throws Exception {
        channel("/hook", Webhook.Format.GENERIC).send(alert(null));
        channel("/hook", Webhook.Format.GENERIC).send(alert(Instant.ofEpochSecond(90)));

        assertThat(bodies.getFirst()).isEqualTo(JsonMapper.shared().readTree("""
                {"state":"RAISED","type":"QUEUE_PAUSED_ON_FAILURE","severity":"CRITICAL","queue":"nas-sync",
                 "title":"Queue <nas> & co","message":"Job 7 failed","details":{"job":"7","error":"<!channel>"},
                 "raisedAt":"1970-01-01T00:00:01Z"}"""));
        assertThat(bodies.get(1).path("state").asString()).isEqualTo("RESOLVED");
        assertThat(bodies.get(1).path("resolvedAt").asString()).isEqualTo("1970-01-01T00:01:30Z");
    }

    @Test
    void slackGetsTextAndAttachmentWithItsMarkupEscaped() throws Exception {
        channel("/hook", Webhook.Format.SLACK).send(alert(null));
        channel("/hook", Webhook.Format.SLACK).send(alert(Instant.ofEpochSecond(90)));

        JsonNode body = bodies.getFirst();
        assertThat(body.path("text").asString()).isEqualTo("CRITICAL: Queue &lt;nas&gt; &amp; co");
        JsonNode attachment = body.path("attachments").path(0);
        assertThat(attachment.path("text").asString()).isEqualTo("Job 7 failed");
        assertThat(attachment.path("fields").path(1).path("value").asString()).isEqualTo("&lt;!channel&gt;");
        assertThat(bodies.get(1).path("text").asString()).startsWith("RESOLVED: ");
        assertThat(bodies.get(1).path("attachments").path(0).path("color"))
                .isNotEqualTo(attachment.path("color"));
    }

    @Test
    void anythingButSuccessIsAFailureAndRedirectsAreNotFollowed() {
        for (int status : new int[] {302, 404, 500}) {
            answer = status;
            assertThatIOException()
                    .isThrownBy(() -> channel("/hook", Webhook.Format.GENERIC).send(alert(null)))
                    .withMessage("the webhook answered " + status);
        }
        assertThat(bodies).hasSize(3);
    }

    @Test
    void aServerThatHangsIsGivenUp() {
        assertThatIOException()
                .isThrownBy(() -> new WebhookChannel(settings("/hang", Webhook.Format.GENERIC, Duration.ofMillis(500)))
                        .send(alert(null)))
                .withMessageContaining("timed out");
    }

    @Test
    void anAddressWhoseNameResolvesToAnInternalAddressIsNotCalled() {
        WebhookChannel named = named(List.of());

        assertThatIOException().isThrownBy(() -> named.send(alert(null)))
                .isInstanceOf(AddressNotAllowedException.class);
        assertThat(bodies).isEmpty();
    }

    @Test
    void aNameMayResolveToAnAllowedNetwork() throws Exception {
        named(List.of(AddressBlock.of("127.0.0.0/8"))).send(alert(null));

        assertThat(bodies).hasSize(1);
    }

    private WebhookChannel named(List<AddressBlock> allowed) {
        CallUrl url = CallUrl.of("http://hooks.example:" + server.getAddress().getPort() + "/hook");
        return new WebhookChannel(
                new Webhook(url, Webhook.Format.GENERIC, Duration.ofSeconds(20), allowed),
                _ -> new InetAddress[] {InetAddress.getLoopbackAddress()});
    }

    @Test
    void theAddressMayHoldASecretAndIsNotShown() {
        assertThat(settings("/hook?token=s3cret", Webhook.Format.GENERIC).toString()).doesNotContain("s3cret");
    }

    private WebhookChannel channel(String path, Webhook.Format format) {
        return new WebhookChannel(settings(path, format));
    }

    private Webhook settings(String path, Webhook.Format format) {
        return settings(path, format, Patience.LIMIT);
    }

    private Webhook settings(String path, Webhook.Format format, Duration timeout) {
        CallUrl url = CallUrl.of("http://127.0.0.1:" + server.getAddress().getPort() + path);
        return new Webhook(url, format, timeout, List.of());
    }

    static Alert alert(@Nullable Instant resolvedAt) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("job", "7");
        details.put("error", "<!channel>");
        return new Alert(
                new QueueName("nas-sync"),
                AlertType.QUEUE_PAUSED_ON_FAILURE,
                "1",
                "Queue <nas> & co",
                "Job 7 failed",
                details,
                Instant.ofEpochSecond(1),
                resolvedAt);
    }
}
