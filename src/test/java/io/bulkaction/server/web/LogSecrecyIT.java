package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.bulkaction.internal.builtin.LocalHttp;
import io.bulkaction.server.logging.LogSecrecy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * Whatever goes wrong, and whatever goes right: no payload and no secret is in the log, with all loggers at TRACE. What a processor
 * itself writes into the message of its error is not covered.
 */
class LogSecrecyIT extends ServiceOverHttp {

    /** In every payload that is sent here. */
    private static final String PAYLOAD = "marker-of-a-payload-7731";

    private static final String URL_TOKEN = "token-in-a-url-4242";

    /** Spring prints the settings of tests, and the server of the others what it is asked. */
    private static final List<String> OF_THE_TEST = List.of("org.springframework.test.", "com.sun.net.httpserver");

    private static final LocalHttp OTHERS = open();

    /** Beginning of every API token that is made here. */
    private static final String MADE = "ba_made-";

    private static final List<String> SECRETS = List.of(
            PAYLOAD, MADE, URL_TOKEN, "header-of-a-payload-99", "secret-of-callbacks-0123456789", "correct-horse",
            "battery-staple", "correct-tapir", "hooli-token-0123456789",
            "globex-token-0123456789",
            "metered-token-0123456789", "guessed-password-55", "guessed-token-0123456789",
            basic("admin:correct-horse").substring("Basic ".length()),
            basic("sender:battery-staple").substring("Basic ".length()));

    private final LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger root = logging.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Map<Logger, Level> before = new ConcurrentHashMap<>();
    private final Everything everything = new Everything();
    private final String group = "secret-" + UUID.randomUUID();

    @DynamicPropertySource
    static void others(DynamicPropertyRegistry registry) {
        String host = "localhost:" + OTHERS.port();
        registry.add("bulk-action.processors.http-request.allowed-hosts", () -> host);
        registry.add("bulk-action.processors.http-request.keep-response", () -> "true");
        registry.add("bulk-action.callbacks.allowed-hosts", () -> host);
        registry.add("bulk-action.callbacks.secret", () -> "secret-of-callbacks-0123456789");
    }

    private static LocalHttp open() {
        try {
            return new LocalHttp();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterAll
    static void close() {
        OTHERS.close();
    }

    /** Keeps what must not be there, as text, with the causes. */
    private final class Everything extends AppenderBase<ILoggingEvent> {

        private final Queue<String> leaks = new ConcurrentLinkedQueue<>();
        private final Set<String> talked = ConcurrentHashMap.newKeySet();

        @Override
        protected void append(ILoggingEvent event) {
            if (OF_THE_TEST.stream().anyMatch(event.getLoggerName()::startsWith)) {
                return;
            }
            StringBuilder line = new StringBuilder(
                    event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage());
            for (IThrowableProxy cause = event.getThrowableProxy(); cause != null; cause = cause.getCause()) {
                line.append(" | ").append(cause.getClassName()).append(": ").append(cause.getMessage());
            }
            talked.add(event.getLevel() + " " + event.getLoggerName());
            String text = line.toString();
            SECRETS.stream().filter(text::contains).findFirst().ifPresent(secret -> leaks.add(
                    text.substring(0, Math.min(160, text.length())) + " ... " + secret));
        }
    }

    @BeforeEach
    void listen() {
        LogSecrecy.apply(logging); // as the service does at its start
        set(root, Level.TRACE);
        logging.getLoggerList().stream().filter(logger -> logger.getLevel() != null && logger != root)
                .forEach(logger -> set(logger, Level.TRACE));
        everything.start();
        root.addAppender(everything);
    }

    private void set(Logger logger, Level level) {
        if (logger.getLevel() != null) {
            before.put(logger, logger.getLevel());
        }
        logger.setLevel(level);
    }

    @AfterEach
    void stop() {
        root.detachAppender(everything);
        before.forEach(Logger::setLevel);
    }

    @Test
    void noPayloadAndNoSecretIsLoggedWhateverFails() throws Exception {
        badBodies();
        wrongLogins();
        failingJobs();
        callsToOthers();
        administratorsCalls();

        assertThat(everything.talked).as("libraries were at TRACE, too")
                .anyMatch(talk -> talk.startsWith("TRACE org.springframework"))
                .anyMatch(talk -> talk.startsWith("TRACE io.bulkaction") || talk.startsWith("DEBUG io.bulkaction"));
        assertThat(everything.leaks.stream().distinct().limit(20).toList()).isEmpty();
    }

    private void badBodies() throws Exception {
        String job = "{\"jobId\":\"1\",\"payload\":{\"text\":\"" + PAYLOAD + "\"}}";
        for (String body : new String[] {
            "{\"groupId\":\"" + group + "\",\"processorType\":\"SIMULATE\",\"jobs\":[" + job, // ends too early
            "{\"groupId\":\"" + group + "\",\"processorType\":\"SIMULATE\",\"jobs\":[" + job + ",{\"nope\":\"" + PAYLOAD
                    + "\"}]}",
            "{\"groupId\":\"" + group + "\",\"processorType\":\"NOBODY\",\"jobs\":[" + job + "]}",
            "{\"groupId\":\"" + group + "\",\"processorType\":\"SIMULATE\",\"maxRps\":-1,\"jobs\":[" + job + "]}",
            "\"" + PAYLOAD + "\"", "[" + PAYLOAD + "]"}) {
            assertThat(post("/api/bulk-actions", SENDER, body).status()).as(body).isBetween(400, 499);
            assertThat(post("/api/bulk-actions", HOOLI, body).status()).as(body).isBetween(400, 499);
            post("/api/bulk-actions?processorType=SIMULATE&groupId=" + group + "x", SENDER, "application/x-ndjson",
                    body + "\n" + PAYLOAD + "\n");
        }
    }

    private void wrongLogins() throws Exception {
        get("/admin/queues", basic("admin:guessed-password-55"));
        get("/admin/queues", "Bearer guessed-token-0123456789");
        get("/admin/queues", HOOLI);
        send(request("/login").header("Content-Type", "application/x-www-form-urlencoded")
                .method("POST", java.net.http.HttpRequest.BodyPublishers
                        .ofString("username=admin&password=guessed-password-55")));
    }

    private void failingJobs() throws Exception {
        for (String outcome : new String[] {"PERMANENT", "RETRYABLE", "nonsense"}) {
            String body = "{\"queue\":\"fails\",\"groupId\":\"" + group
                    + "\",\"processorType\":\"SIMULATE\",\"jobs\":[{\"jobId\":\""
                    + outcome + "\",\"payload\":{\"outcome\":\"" + outcome + "\",\"text\":\"" + PAYLOAD + "\"}}]}";
            assertThat(post("/api/bulk-actions", SENDER, body).status()).as(body).isEqualTo(202);
        }
        String progress = "/api/bulk-actions/" + group + "?queue=fails";
        await().until(() -> get(progress, ADMIN).json().path("failedCount").asInt() >= 1);
        for (String who : List.of(ADMIN, SENDER, OPERATOR, basic("rosa:correct-tapir"))) {
            get("/api/bulk-actions/" + group + "/jobs/PERMANENT?queue=fails", who);
            get("/api/bulk-actions/" + group + "/result?queue=fails", who);
            get("/admin/queue/failed?queue=fails&groupId=" + group, who);
            get("/admin/queue/failed/PERMANENT?queue=fails&groupId=" + group, who);
        }
        Answer retried = post("/admin/queue/retry/PERMANENT?queue=fails&groupId=" + group, ADMIN, "{}");
        assertThat(retried.status()).as(retried.text()).isEqualTo(200);
        await().until(() -> get("/admin/queue/failed/PERMANENT?queue=fails&groupId=" + group, ADMIN).status() == 200);
        replace("PERMANENT");
        send("DELETE", "/api/bulk-actions/" + group + "?queue=fails", SENDER, "application/json", "{}");
    }

    private void replace(String job) throws Exception {
        String parameters = job + "%s?queue=fails&groupId=" + group;
        Answer shown = get("/admin/queue/failed/" + parameters.formatted("/payload"), ADMIN);
        assertThat(shown.text()).contains(PAYLOAD);
        Answer wrong = post("/admin/queue/replace/" + parameters.formatted(""), ADMIN,
                "{\"newJobId\": [1], \"payload\": {\"text\": \"" + PAYLOAD + "\"}, \"" + PAYLOAD + "\": 1}");
        assertThat(wrong.status()).as(wrong.text()).isEqualTo(400);
        Answer replaced = post("/admin/queue/replace/" + parameters.formatted(""), ADMIN,
                "{\"newJobId\": \"new\", \"payload\": {\"text\": \"" + PAYLOAD + "\"}}");
        assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
    }

    private void callsToOthers() throws Exception {
        OTHERS.answers(exchange -> LocalHttp
                .json(exchange.getRequestURI().getPath().equals("/fails") ? 500 : 200, PAYLOAD).to(exchange));
        String url = "http://localhost:" + OTHERS.port();
        for (String path : new String[] {"/works", "/fails"}) {
            Answer sent = post("/api/bulk-actions", SENDER,
                    """
                            {"queue": "fails", "groupId": "%s", "processorType": "HTTP_REQUEST", "callbackUrl": "%s/callback?token=%s",
                             "jobs": [{"jobId": "call", "payload": {"url": "%s?token=%s", "headers": {"Authorization": "%s"},
                                "body": {"text": "%s"}}}]}
                            """
                            .formatted(group + path.substring(1), url, URL_TOKEN, url + path, URL_TOKEN,
                                    "header-of-a-payload-99",
                                    PAYLOAD));
            assertThat(sent.status()).as(sent.text()).isEqualTo(202);
        }
        await().until(
                () -> OTHERS.requests().stream().filter(each -> each.path().startsWith("/callback")).count() == 2);
        assertThat(OTHERS.requests()).anyMatch(each -> each.path().startsWith("/works"))
                .anyMatch(each -> each.path().startsWith("/fails"));
        get("/api/bulk-actions/" + group + "works/jobs/call?queue=fails", SENDER);
    }

    private void administratorsCalls() throws Exception {
        String name = "made-" + UUID.randomUUID();
        Answer made = post("/admin/tokens", ADMIN, "{\"name\": \"" + name + "\", \"roles\": [\"SUBMITTER\"]}");
        String token = made.json().path("token").asString();
        assertThat(token).as(made.text()).startsWith(MADE);
        get("/api/caller", "Bearer " + token);
        post("/admin/tokens", ADMIN, "{\"name\": \"" + name + "\", \"roles\": [\"SUBMITTER\"]}"); // is there already
        post("/admin/tokens", ADMIN, "{\"name\": \"" + name + "2\", \"roles\": [\"SUBMITTER\"]}");
        String recurring = "/admin/recurring/" + name;
        send("PUT", recurring, ADMIN, "application/json", """
                {"cron": "0 0 0 1 1 *", "processorType": "SIMULATE", "jobs": [{"payload": {"text": "%s"}}]}
                """.formatted(PAYLOAD));
        assertThat(get(recurring, ADMIN).text()).contains(PAYLOAD);
        send("DELETE", recurring, ADMIN, "application/json", "");
    }
}
