package io.bulkaction.server;

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

/** The service as its own process with nothing configured. */
@Timeout(600)
class ApplicationProcessIT {

    @TempDir
    Path directory;

    /** One test for all, because each start of the service takes seconds. */
    @Test
    void secondInstanceIsRefusedKilledOneLeavesNoRedisAndItsSuccessorEndsCleanly() throws Exception {
        try (ChildJvm killed = start(directory)) {
            ProcessHandle redis = redis(directory);
            assertThat(killed.output())
                    .containsPattern("Redis +embedded, Redis 7\\S+, at 127.0.0.1:\\d+, data in "
                            + directory.toRealPath().resolve("data/redis"));
            refuseSecond(killed.process().pid());
            assertThat(redis.isAlive()).isTrue();

            killed.process().destroyForcibly().waitFor();

            await().until(() -> !redis.isAlive());
        }
        try (ChildJvm successor = start(directory)) {
            ProcessHandle redis = redis(directory);

            successor.process().destroy();

            assertThat(successor.process().waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(successor.process().exitValue()).as(successor.output()).isEqualTo(143);
            await().until(() -> !redis.isAlive());
            assertThat(successor.output()).doesNotContain("Exception", "Reconnecting");
        }
    }

    private void refuseSecond(long owner) throws Exception {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        String dataDir = "--bulk-action.embedded-redis.data-dir=" + directory.resolve("data/redis");
        try (ChildJvm second = ChildJvm.start(elsewhere, BulkActionApplication.class, "--server.port=0", dataDir)) {
            assertThat(second.process().waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(second.process().exitValue()).isEqualTo(1);
            assertThat(second.output())
                    .contains("is in use by another instance (pid " + owner + ")")
                    .contains("give this one its own bulk-action.embedded-redis.data-dir")
                    .doesNotContain("\tat ");
        }
    }

    private static ChildJvm start(Path directory) {
        ChildJvm service = ChildJvm.start(directory, BulkActionApplication.class, "--server.port=0");
        await()
                .failFast(() -> assertThat(service.process().isAlive()).as(service.output()).isTrue())
                .until(() -> service.output().contains("is ready"));
        return service;
    }

    private static ProcessHandle redis(Path directory) throws IOException {
        return ProcessHandle.of(Long.parseLong(Files.readString(directory.resolve("data/redis/redis.pid")).strip()))
                .orElseThrow();
    }
}
