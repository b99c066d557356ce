package io.bulkaction.server.web.security;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.bulkaction.sample.WebSlice;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts a real server and looks for secrets in everything it prints and logs, even at debug level. */
@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
class SecretsInOutputIT {

    private static final Pattern PRINTED = Pattern.compile("user: +admin\\s+password: (\\S+)");

    private final ListAppender<ILoggingEvent> logged = new ListAppender<>();
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeEach
    void listen() {
        logged.start();
    }

    @AfterEach
    void stopListening() {
        root().detachAppender(logged);
    }

    @Test
    void withoutUsersAPasswordIsGeneratedPrintedOnceAndNeverLogged(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext started = start()) {
            Matcher printed = PRINTED.matcher(output.getOut());
            assertThat(printed.find()).isTrue();
            String password = printed.group(1);

            assertThat(status(started, "/admin/sample", basic("admin", password))).isEqualTo(200);
            assertThat(status(started, "/admin/sample", basic("admin", "admin"))).isEqualTo(401);
            assertThat(status(started, "/admin/sample", basic("user", password))).isEqualTo(401);
            assertThat(output.getAll().split(Pattern.quote(password), -1)).as("times printed plus one").hasSize(2);
            assertThat(messages()).isNotEmpty().noneMatch(message -> message.contains(password));
        }
        try (ConfigurableApplicationContext _ = start()) {
            Matcher printed = PRINTED.matcher(output.getOut());
            assertThat(printed.results().map(found -> found.group(1)).distinct()).hasSize(2);
        }
    }

    @Test
    void secretsAreNeverLoggedHoweverTheyAreSent(CapturedOutput output) throws Exception {
        String password = "pass-word-0123456789";
        String token = "token-value-0123456789";
        try (ConfigurableApplicationContext started = start(
                "--bulk-action.security.users.ann.password=" + password,
                "--bulk-action.security.users.ann.roles=ADMIN",
                "--bulk-action.security.tokens.feeder.token=" + token,
                "--bulk-action.security.tokens.feeder.roles=SUBMITTER",
                "--logging.level.io.bulkaction=trace",
                "--logging.level.org.springframework.web=debug",
                "--logging.level.org.springframework.boot=debug")) {
            assertThat(status(started, "/api/sample", basic("ann", password))).isEqualTo(200);
            assertThat(status(started, "/api/sample", "Bearer " + token)).isEqualTo(200);
            assertThat(status(started, "/api/sample", basic("ann", "wrong-" + password))).isEqualTo(401);
            assertThat(status(started, "/api/sample", basic(password, "x"))).isEqualTo(401);
            assertThat(status(started, "/api/sample", "Bearer wrong-" + token)).isEqualTo(401);
            for (int i = 0; i < 6; i++) {
                status(started, "/api/sample", basic("name-" + password, "x"));
            }
            int unreadable = http.send(
                    to(started, "/api/sample")
                            .header("Authorization", "Bearer " + token)
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString("{\"name\":\"payload-" + password + "\" oops"))
                            .build(),
                    BodyHandlers.discarding())
                    .statusCode();
            assertThat(unreadable).isEqualTo(400);
        }

        assertThat(output.getAll()).contains("locked an unknown user from 127.0.0.1").doesNotContain(password, token);
    }

    private ConfigurableApplicationContext start(String... arguments) {
        SpringApplication application = new SpringApplication(WebSlice.class);
        application.addInitializers(_ -> root().addAppender(logged));
        return application.run(
                Stream.concat(Stream.of("--server.port=0"), Stream.of(arguments)).toArray(String[]::new));
    }

    private int status(ConfigurableApplicationContext server, String path, String authorization) throws Exception {
        HttpRequest request = to(server, path).header("Authorization", authorization).build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }

    private static HttpRequest.Builder to(ConfigurableApplicationContext server, String path) {
        String port = server.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private List<String> messages() {
        return List.copyOf(logged.list).stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static Logger root() {
        return (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    }
}
