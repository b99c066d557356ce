package io.bulkaction.server.web;

import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.TestRedis;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole service on its own port, started once for all tests that extend this without changing its settings. */
@SpringBootTest(classes = BulkActionApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT, properties = {
    "bulk-action.processors.simulate.enabled=true",
    "management.endpoint.sbom.application.location=classpath:sbom-sample.cdx.json",
    "bulk-action.queues.stops.on-final-failure=pause",
    "bulk-action.queues.stops.retry.max-retries=0",
    "bulk-action.queues.stops.worker-pool.max-concurrency=1",
    "bulk-action.metrics.top-groups=3",
    "bulk-action.alerts.check-interval=1s",
    "bulk-action.queues.counted.retry.max-retries=1",
    "bulk-action.queues.counted.retry.backoff=10ms",
    "bulk-action.queues.counted.worker-pool.job-timeout=2s",
    "bulk-action.queues.fails.retry.max-retries=1",
    "bulk-action.queues.fails.retry.backoff=10ms",
    "bulk-action.queues.fails.worker-pool.job-timeout=2s",
    "bulk-action.security.users.admin.password=correct-horse",
    "bulk-action.security.users.admin.roles=ADMIN",
    "bulk-action.security.users.bea.password=correct-donkey",
    "bulk-action.security.users.bea.roles=ADMIN",
    "bulk-action.security.users.sender.password=battery-staple",
    "bulk-action.security.users.sender.roles=SUBMITTER",
    "bulk-action.security.users.olga.password=correct-zebra",
    "bulk-action.security.users.olga.roles=OPERATOR",
    "bulk-action.security.users.viktor.password=correct-camel",
    "bulk-action.security.users.viktor.roles=VIEWER",
    "bulk-action.security.users.rosa.password=correct-tapir",
    "bulk-action.security.users.rosa.roles=OPERATOR",
    "bulk-action.security.users.rosa.payloads=true",
    "bulk-action.security.users.otto.password=correct-gecko",
    "bulk-action.security.users.otto.roles=OPERATOR,SUBMITTER",
    "bulk-action.security.users.otto.payloads=true",
    "bulk-action.security.users.quinn.password=correct-llama",
    "bulk-action.security.users.quinn.roles=OPERATOR",
    "bulk-action.security.users.quinn.queues=counted",
    "bulk-action.security.users.omar.password=correct-heron",
    "bulk-action.security.users.omar.roles=OPERATOR",
    "bulk-action.security.users.omar.groups=acme/*",
    "bulk-action.security.users.vera.password=correct-otter",
    "bulk-action.security.users.vera.roles=VIEWER",
    "bulk-action.security.users.vera.groups=acme/*",
    "bulk-action.security.users.petra.password=correct-stoat",
    "bulk-action.security.users.petra.roles=METRICS",
    "bulk-action.security.tokens.acme.token=acme-token-0123456789",
    "bulk-action.security.tokens.acme.roles=SUBMITTER",
    "bulk-action.security.tokens.acme.groups=acme/*",
    "bulk-action.queues.walked.retry.max-retries=0",
    "bulk-action.security.masked-fields=$.token,$.people.mail",
    "bulk-action.security.tokens.hooli.token=hooli-token-0123456789",
    "bulk-action.security.tokens.hooli.roles=SUBMITTER",
    "bulk-action.security.tokens.hooli.queues=default",
    "bulk-action.security.tokens.hooli.groups=hooli/*",
    "bulk-action.security.tokens.hooli.processors=SIMULATE",
    "bulk-action.security.tokens.hooli.max-level=NORMAL",
    "bulk-action.security.tokens.hooli.callback-hosts=hooli.example",
    "bulk-action.security.tokens.hooli-mail.token=hooli-mail-0123456789",
    "bulk-action.security.tokens.hooli-mail.roles=SUBMITTER",
    "bulk-action.security.tokens.hooli-mail.groups=hooli/mail-*",
    "bulk-action.security.tokens.hooli-post.token=hooli-post-0123456789",
    "bulk-action.security.tokens.hooli-post.roles=SUBMITTER",
    "bulk-action.security.tokens.hooli-post.groups=hooli/mail-*,hooli/post",
    "bulk-action.security.tokens.metered.token=metered-token-0123456789",
    "bulk-action.security.tokens.metered.roles=SUBMITTER",
    "bulk-action.security.tokens.metered.groups=metered/*",
    "bulk-action.security.tokens.metered.quota.jobs=4",
    "bulk-action.security.tokens.metered.quota.bytes=10KB",
    // globex-token-0123456789
    "bulk-action.security.tokens.globex.token="
            + "{sha256}cd18e5c280d0ed81704ac3ec5af972e98675b90b1907234caaa9de7b3cb36b22",
    "bulk-action.security.tokens.globex.roles=SUBMITTER",
    "bulk-action.security.tokens.globex.groups=globex/*",
    "bulk-action.security.tokens.globex-mail.token=globex-mail-0123456789",
    "bulk-action.security.tokens.globex-mail.roles=SUBMITTER",
    "bulk-action.security.tokens.globex-mail.groups=globex/mail-*",
    "bulk-action.security.tokens.counter.token=counter-token-0123456789",
    "bulk-action.security.tokens.counter.roles=SUBMITTER",
    "bulk-action.security.tokens.counter.queues=counted"
})
@Execution(ExecutionMode.SAME_THREAD)
public abstract class ServiceOverHttp {

    protected static final String ADMIN = basic("admin:correct-horse");
    protected static final String BEA = basic("bea:correct-donkey");
    protected static final String SENDER = basic("sender:battery-staple");
    protected static final String OPERATOR = basic("olga:correct-zebra");
    protected static final String VIEWER = basic("viktor:correct-camel");
    /** Who sees payloads, with masks, as the next one. */
    protected static final String PAYLOAD_OPERATOR = basic("rosa:correct-tapir");
    protected static final String SENDING_OPERATOR = basic("otto:correct-gecko");
    /** Operator of one queue, counted. */
    protected static final String QUEUE_OPERATOR = basic("quinn:correct-llama");
    protected static final String GROUP_OPERATOR = basic("omar:correct-heron");
    protected static final String GROUP_VIEWER = basic("vera:correct-otter");
    protected static final String METRICS = basic("petra:correct-stoat");
    protected static final String ACME = "Bearer acme-token-0123456789";
    protected static final String HOOLI = "Bearer hooli-token-0123456789";
    protected static final String HOOLI_MAIL = "Bearer hooli-mail-0123456789";
    protected static final String HOOLI_POST = "Bearer hooli-post-0123456789";
    protected static final String METERED = "Bearer metered-token-0123456789";
    protected static final String GLOBEX = "Bearer globex-token-0123456789";

    protected static final String GLOBEX_MAIL = "Bearer globex-mail-0123456789";
    /** Submitter to one queue, counted, with all its groups. */
    protected static final String QUEUE_SUBMITTER = "Bearer counter-token-0123456789";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void redis(DynamicPropertyRegistry registry) {
        TestRedis.register(registry);
    }

    protected static final String NOBODY = "";

    @Autowired
    protected ApplicationContext context;

    protected Answer get(String path, String who) throws IOException, InterruptedException {
        return send("GET", path, who, "application/json", "");
    }

    protected Answer post(String path, String who, String body) throws IOException, InterruptedException {
        return post(path, who, "application/json", body);
    }

    protected Answer post(String path, String who, String type, String body) throws IOException, InterruptedException {
        return send("POST", path, who, type, body);
    }

    protected Answer send(String method, String path, String who, String type, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(path).header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!who.isEmpty()) {
            request.header("Authorization", who);
        }
        return send(request);
    }

    protected HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    protected Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        boolean json = response.headers().firstValue("Content-Type").orElse("").matches(".*[/+]json.*");
        return new Answer(
                response.statusCode(), response.body(), JSON.readTree(json ? response.body() : "null"), response);
    }

    protected static String basic(String userAndPassword) {
        return "Basic " + Base64.getEncoder().encodeToString(userAndPassword.getBytes(StandardCharsets.UTF_8));
    }

    /** @param json null where the answer is something else */
    protected record Answer(int status, String text, JsonNode json, HttpResponse<String> http) {}
}
