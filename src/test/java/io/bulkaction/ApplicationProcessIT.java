package io.bulkaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service as a user runs it: a process with nothing configured. */
@Timeout(300)
class ApplicationProcessIT {

    @TempDir
    Path directory;

    @Test
    void endsCleanlyOnSigtermAndRedisAfterIt() throws Exception {
        try (ChildJvm service = start(directory)) {
            ProcessHandle redis = redis(directory);

            service.process().destroy();

            assertThat(service.process().waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(service.process().exitValue()).as(service.output()).isEqualTo(143);
            await().atMost(5, TimeUnit.SECONDS).until(() -> !redis.isAlive());
            assertThat(service.output()).doesNotContain("Exception", "Reconnecting");
        }
    }

    @Test
    void secondInstanceOnTheSameDataSaysWhatToDo() throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        try (ChildJvm first = start(directory);
                ChildJvm second = ChildJvm.start(elsewhere, BulkActionApplication.class,
                        "--server.port=0",
                        "--bulk-action.embedded-redis.data-dir=" + directory.resolve("data/redis"))) {
            assertThat(second.process().waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(second.process().exitValue()).isEqualTo(1);
            assertThat(second.output())
                    .contains("is in use by another instance (pid " + first.process().pid() + ")")
                    .contains("give this one its own bulk-action.embedded-redis.data-dir")
                    .doesNotContain("\tat ");
            assertThat(first.process().isAlive()).isTrue();
        }
    }

    @Test
    void redisIsGoneSecondsAfterAKilledServiceAndTheNextOneStarts() throws Exception {
        try (ChildJvm killed = start(directory)) {
            ProcessHandle redis = redis(directory);

            killed.process().destroyForcibly().waitFor();

            await().atMost(5, TimeUnit.SECONDS).until(() -> !redis.isAlive());
        }
        start(directory).close();
    }

    private static ChildJvm start(Path directory) {
        ChildJvm service = ChildJvm.start(directory, BulkActionApplication.class, "--server.port=0");
        await().atMost(120, TimeUnit.SECONDS)
                .failFast(() -> assertThat(service.process().isAlive()).as(service.output()).isTrue())
                .until(() -> service.output().contains("is ready"));
        return service;
    }

    private static ProcessHandle redis(Path directory) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(directory.resolve("data/redis/redis.pid")).strip()))
                .orElseThrow();
    }
}
