package io.bulkaction.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.testing.ChildJvm;
import io.bulkaction.testing.HttpSubmit;
import io.bulkaction.testing.TestRedis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The log of the service: JSON if so configured, with the ids of the job in both formats. */
class LogLinesIT {

    private static final Pattern ADDRESS = Pattern.compile("http://localhost:(\\d+)/");

    @TempDir
    Path directory;

    @Test
    void aSettingTurnsTheConsoleIntoJsonAndPlainLinesNameTheJobToo() throws Exception {
        try (ChildJvm service = start(
                Map.of("LOGGING_STRUCTURED_FORMAT_CONSOLE", "ecs"), BulkActionApplication.class,
                "--bulk-action.processors.simulate.enabled=true")) {
            HttpSubmit.send(port(service), """
                    {"groupId":"customer-A","processorType":"SIMULATE",
                     "jobs":[{"jobId":"job-7","payload":{"outcome":"permanent"}}]}""");

            String line = await().until(
                    () -> service.output().lines().filter(any -> any.contains("failed for good")).findFirst()
                            .orElse(""),
                    any -> !any.isEmpty());

            JsonNode json = JsonMapper.builder().build().readTree(line);
            assertThat(json.path("queue").asString()).as(line).isEqualTo("default");
            assertThat(json.path("group").asString()).isEqualTo("customer-A");
            assertThat(json.path("job").asString()).isEqualTo("job-7");
            assertThat(json.path("attempt").asString()).isEqualTo("1");
            assertThat(service.output().lines().filter(any -> any.contains("is ready")))
                    .allMatch(any -> any.startsWith("{"));
            String plain = Files.readString(directory.resolve("plain.log"));
            assertThat(plain.lines().filter(any -> any.contains("failed for good")).findFirst().orElse(""))
                    .contains(" WARN [default customer-A job-7 1] ");
            assertThat(plain.lines().filter(any -> any.contains("queue default started")).findFirst().orElse(""))
                    .contains(" INFO ")
                    .doesNotContain("[   ]");
        }
    }

    @Test
    void aReasonFromOutsideCannotForgeALogLine() throws Exception {
        try (ChildJvm service = start(
                Map.of(), WithCarelessLibrary.class, "--bulk-action.engine.enabled=false")) {
            HttpSubmit.send(port(service), """
                    {"groupId":"customer-A","processorType":"ANY","jobs":[{"jobId":"job-7","payload":{}}]}""");
            HttpSubmit.cancel(port(service), "customer-A", """
                    {"reason":"bye\\r\\n2026-01-01T00:00:00.000Z ERROR forged\\u001b[2K\\u2028\\u202e"}""");

            String forged = "bye\\r\\n2026-01-01T00:00:00.000Z ERROR forged\\u001b[2K\\u2028\\u202e";
            await().untilAsserted(
                    () -> assertThat(service.output().lines().filter(line -> line.contains(forged))).isNotEmpty());
            for (String log : new String[] {service.output(), Files.readString(directory.resolve("plain.log"))}) {
                assertThat(log.lines().filter(line -> line.contains("ERROR forged")))
                        .isNotEmpty()
                        .noneMatch(line -> line.startsWith("2026-01-01"));
                assertThat(log).doesNotContain("\u001b[2K").doesNotContain("\u2028").doesNotContain("\u202e");
                assertThat(log.lines().filter(line -> line.startsWith("    Queue      default"))).hasSize(1);
                assertThat(log).contains("careless a\\nERROR forged")
                        .contains("IllegalStateException: b\\nERROR forged")
                        .doesNotContain("\nERROR forged");
            }
        }
    }

    private ChildJvm start(Map<String, String> variables, Class<?> main, String setting) {
        return ChildJvm.start(
                directory, Stream::of, variables, main, setting,
                "--server.port=0",
                "--logging.file.name=plain.log",
                "--spring.data.redis.host=" + TestRedis.host(),
                "--spring.data.redis.port=" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN");
    }

    private static String port(ChildJvm service) {
        return await()
                .failFast(() -> assertThat(service.process().isAlive()).as(service.output()).isTrue())
                .until(() -> ADDRESS.matcher(service.output()), Matcher::find)
                .group(1);
    }

    /** The service with code that logs whatever it gets. */
    static class WithCarelessLibrary {
        public static void main(String[] args) {
            BulkActionApplication.main(args);
            LoggerFactory.getLogger("careless")
                    .warn("careless {}", "a\nERROR forged", new IllegalStateException("b\nERROR forged"));
        }
    }
}
