package io.bulkaction;

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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the service writes to its log: JSON where a switch says so, and the job's ids in both forms. */
class LogLinesIT {

    private static final Pattern ADDRESS = Pattern.compile("http://localhost:(\\d+)/");

    @TempDir
    Path directory;

    @Test
    void aSwitchMakesJsonOfTheConsoleAndPlainLinesNameTheJobToo() throws Exception {
        try (ChildJvm service = ChildJvm.start(
                directory,
                Stream::of,
                Map.of("LOGGING_STRUCTURED_FORMAT_CONSOLE", "ecs"),
                BulkActionApplication.class,
                "--server.port=0",
                "--logging.file.name=plain.log",
                "--spring.data.redis.host=" + TestRedis.host(),
                "--spring.data.redis.port=" + TestRedis.port(),
                "--bulk-action.key-prefix=" + TestRedis.uniquePrefix(),
                "--bulk-action.processors.simulate.enabled=true",
                "--bulk-action.security.users.admin.password=correct-horse",
                "--bulk-action.security.users.admin.roles=ADMIN")) {
            Matcher address = await()
                    .failFast(() -> assertThat(service.process().isAlive()).as(service.output()).isTrue())
                    .until(() -> ADDRESS.matcher(service.output()), Matcher::find);
            HttpSubmit.send(address.group(1), """
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
}
