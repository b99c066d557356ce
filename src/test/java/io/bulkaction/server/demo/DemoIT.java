package io.bulkaction.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.BulkActionService;
import io.bulkaction.GroupStatus;
import io.bulkaction.QueueName;
import io.bulkaction.internal.operate.QueueOperations;
import io.bulkaction.server.BulkActionApplication;
import io.bulkaction.testing.TestRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** The demo with a small giant, and then the commands of the README, word for word. */
@ExtendWith(OutputCaptureExtension.class)
@Timeout(600)
@Execution(ExecutionMode.SAME_THREAD)
class DemoIT {

    private static final String PASSWORD = "only-of-this-test";

    @TempDir
    Path directory;

    @Test
    void smallCustomersAreDoneBeforeTheGiantAndTheReadmeFixesTheFailures(CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext service = start()) {
            assertThat(output).contains("The demo begins when you open the dashboard").doesNotContain("giant arrives");
            lookAtTheDashboard(service.getEnvironment().getProperty("local.server.port"));
            await().untilAsserted(() -> assertThat(output)
                    .contains("The giant took", "broken is done: 17 of 20", "flaky is done: 40 of 40 jobs")
                    .contains("nas-sync: The queue has been paused since",
                            "because project-7#nas-3 failed: SOURCE_MISSING")
                    .contains(
                            "Log in at http://localhost:" + service.getEnvironment().getProperty("local.server.port")));
            List<String> ends = output.getOut().lines()
                    .filter(line -> line.contains(" is done: "))
                    .map(line -> line.replaceFirst("^.* % +", "").replaceFirst(" is done.*", ""))
                    .toList();
            assertThat(ends.subList(0, ends.indexOf("giant"))).contains("small-01", "small-02", "small-03", "small-04");
            assertThat(output).contains("dead letters: 2 SIMULATED_PERMANENT, 1 SIMULATED");
            assertThat(output).as("told once").doesNotContain("group small-01 of queue default ended");

            followTheReadme(service.getEnvironment().getProperty("local.server.port"));

            BulkActionService bulkActions = service.getBean(BulkActionService.class);
            await().untilAsserted(() -> {
                assertThat(bulkActions.progress("nas-sync", "project-7").orElseThrow())
                        .satisfies(group -> assertThat(group.status()).isEqualTo(GroupStatus.COMPLETED))
                        .satisfies(group -> assertThat(group.resolvedCount()).isEqualTo(1));
                assertThat(bulkActions.progress("default", "broken").orElseThrow().successCount()).isEqualTo(18);
            });
            assertThat(service.getBean(QueueOperations.class).status(new QueueName("default")).deadLetters())
                    .isEqualTo(1);
        }
    }

    /** As its pages do. */
    private static void lookAtTheDashboard(String port) throws Exception {
        String credentials = Base64.getEncoder().encodeToString(("admin:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest look = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/admin/queues"))
                    .header("Authorization", "Basic " + credentials).build();
            assertThat(http.send(look, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void bothReadmesShowTheSameCommands() throws Exception {
        assertThat(commands("README.ko.md")).isEqualTo(commands("README.md"));
    }

    /** Unlike bash, zsh does not take # for a comment at its prompt and does not split the value of a variable. */
    @Test
    void noCommandNeedsBash() throws Exception {
        for (String file : List.of("README.md", "README.ko.md", "docs/api.md", "docs/operating.md")) {
            assertThat(blocks(Files.readString(Path.of(file))))
                    .as(file)
                    .isNotEmpty()
                    .noneMatch(line -> line.matches("#.*|.*\\s#.*"))
                    .noneMatch(line -> line.matches(".*\\s\\$[A-Z_]+\\s.*"));
        }
    }

    private static ConfigurableApplicationContext start() {
        return SpringApplication.from(BulkActionApplication::main).run(
                "--spring.profiles.active=demo",
                "--server.port=0",
                "--bulk-action.embedded-redis.enabled=false",
                "--spring.data.redis.host=" + TestRedis.host(),
                "--spring.data.redis.port=" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                "--bulk-action.security.users.admin.password=" + PASSWORD,
                "--bulk-action.security.users.admin.roles=ADMIN",
                "--bulk-action.queues.default.retry.backoff=100ms",
                "--bulk-action.demo.start-within=10m",
                "--bulk-action.demo.giant-jobs=2000",
                "--bulk-action.demo.small-customers=4",
                "--bulk-action.demo.pace=200ms").getApplicationContext();
    }

    /** With the port and the password of this service, and stopping at the first call that is refused. */
    private void followTheReadme(String port) throws Exception {
        String script = "set -eu\ncurl() { command curl --fail-with-body \"$@\"; echo; }\n"
                + String.join("\n", commands("README.md")).replace("localhost:8080", "localhost:" + port);
        Path printed = directory.resolve("printed");
        Process shell = new ProcessBuilder("bash", "-c", script)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        assertThat(shell.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(shell.exitValue()).as(() -> read(printed)).isZero();
        assertThat(read(printed))
                .contains("\"errorCode\":\"SIMULATED_PERMANENT\"", "\"newStatus\":\"MANUALLY_RESOLVED\"")
                .contains("\"failedJobId\":\"nas-3\"", "\"errorCode\":\"SOURCE_MISSING\"");
    }

    /** What the walk-through has one paste into a second terminal. */
    private static List<String> commands(String readme) throws Exception {
        String text = Files.readString(Path.of(readme));
        int inside = text.indexOf("/retry/broken-7");
        String section = text.substring(text.lastIndexOf("\n## ", inside), text.indexOf("\n## ", inside));
        return blocks(section).stream()
                .filter(line -> !line.startsWith("./mvnw"))
                .map(line -> line.replaceFirst("<.*>", PASSWORD))
                .toList();
    }

    /** The lines of all blocks that are to be pasted into a shell. */
    private static List<String> blocks(String text) {
        return Pattern.compile("(?ms)^```bash\\n(.*?)^```$").matcher(text).results()
                .flatMap(block -> block.group(1).lines())
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
