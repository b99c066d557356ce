package io.bulkaction.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Whatever goes wrong: no payload and no secret is in the log, with our own loggers at TRACE and all others at DEBUG. What a processor
 * itself writes into the message of its error is not covered, nor what an administrator's call has instead of JSON that fits.
 */
class LogSecrecyIT extends ServiceOverHttp {

    /** In every payload that is sent here. */
    private static final String PAYLOAD = "marker-of-a-payload-7731";

    private static final List<String> SECRETS = List.of(
            PAYLOAD, "correct-horse", "battery-staple", "correct-tapir", "hooli-token-0123456789",
            "globex-token-0123456789",
            "metered-token-0123456789", "guessed-password-55", "guessed-token-0123456789",
            basic("admin:correct-horse").substring("Basic ".length()),
            basic("sender:battery-staple").substring("Basic ".length()));

    private final LoggerContext logging = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final Logger root = logging.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final Map<Logger, Level> before = new ConcurrentHashMap<>();
    private final Everything everything = new Everything();
    private final String group = "secret-" + UUID.randomUUID();

    /** Keeps what is logged as text, with the causes. */
    private static final class Everything extends AppenderBase<ILoggingEvent> {

        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

        @Override
        protected void append(ILoggingEvent event) {
            StringBuilder line = new StringBuilder(
                    event.getLevel() + " " + event.getLoggerName() + " " + event.getFormattedMessage());
            for (IThrowableProxy cause = event.getThrowableProxy(); cause != null; cause = cause.getCause()) {
                line.append(" | ").append(cause.getClassName()).append(": ").append(cause.getMessage());
            }
            lines.add(line.toString());
        }
    }

    @BeforeEach
    void listen() {
        set(root, Level.DEBUG);
        set(logging.getLogger("io.bulkaction"), Level.TRACE);
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
        logging.getLogger("io.bulkaction").setLevel(before.get(logging.getLogger("io.bulkaction")));
        root.setLevel(before.get(root));
    }

    @Test
    void noPayloadAndNoSecretIsLoggedWhateverFails() throws Exception {
        badBodies();
        wrongLogins();
        failingJobs();

        assertThat(everything.lines).as("something was logged")
                .anyMatch(line -> line.startsWith("TRACE") || line.startsWith("DEBUG"));
        assertThat(everything.lines.stream().filter(line -> SECRETS.stream().anyMatch(line::contains))
                .map(line -> line.substring(0, Math.min(400, line.length()))).toList()).isEmpty();
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
        post("/admin/queue/failed/PERMANENT/retry?queue=fails&groupId=" + group, ADMIN, "{}");
        send("DELETE", "/api/bulk-actions/" + group + "?queue=fails", SENDER, "application/json", "{}");
    }
}
