package io.bulkaction.queue.redis.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.queue.redis.RedisStartException;
import io.bulkaction.settings.EmbeddedRedisSettings;
import io.bulkaction.settings.EmbeddedRedisSettings.AppendFsync;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class EmbeddedRedisIT {

    @TempDir
    Path dataDir;

    @Test
    void isConfiguredForAQueue() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.ALWAYS))) {
            assertThat(config(redis, "maxmemory-policy")).isEqualTo("noeviction");
            assertThat(config(redis, "appendonly")).isEqualTo("yes");
            assertThat(config(redis, "appendfsync")).isEqualTo("always");
            assertThat(config(redis, "hash-max-listpack-value")).isEqualTo("512");
            assertThat(config(redis, "auto-aof-rewrite-min-size")).isEqualTo("536870912");
            assertThat(config(redis, "bind")).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void keepsItsDataOverARestart() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.EVERYSEC))) {
            ask(redis, commands -> commands.set("job", "waits"));
        }
        try (EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.EVERYSEC))) {
            assertThat(ask(redis, commands -> commands.get("job"))).isEqualTo("waits");
        }
    }

    @Test
    void letsNobodyInWithoutThePassword() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.EVERYSEC));
                RedisClient stranger = RedisClient.create(RedisURI.create(redis.host(), redis.port()))) {
            assertThatThrownBy(() -> stranger.connect().sync().get("job")).hasStackTraceContaining("NOAUTH");
        }
    }

    @Test
    void isGoneAfterClose() {
        EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.EVERYSEC));
        ProcessHandle server = server();
        redis.close();
        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void refusesADataDirectoryThatIsInUseAndSaysWhatToDo() {
        try (EmbeddedRedis first = EmbeddedRedis.start(settings(AppendFsync.EVERYSEC))) {
            assertThatThrownBy(() -> EmbeddedRedis.start(settings(AppendFsync.EVERYSEC)))
                    .isInstanceOfSatisfying(RedisStartException.class, refusal -> assertThat(refusal.remedy())
                            .contains("bulk-action.embedded-redis.data-dir", "spring.data.redis.url"))
                    .hasMessageContaining(dataDir.getFileName().toString())
                    .hasMessageContaining("in use by another instance (pid " + ProcessHandle.current().pid() + ")");
            assertThat(ask(first, RedisCommands::ping)).isEqualTo("PONG");
        }
    }

    @Test
    void saysWhyWhenTheDataCannotBeRead() throws IOException {
        Path aof = Files.createDirectories(dataDir.resolve("appendonlydir"));
        Files.writeString(aof.resolve("appendonly.aof.manifest"), "nonsense");
        assertThatThrownBy(() -> EmbeddedRedis.start(settings(AppendFsync.EVERYSEC)))
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("manifest");
        Files.delete(aof.resolve("appendonly.aof.manifest"));
        EmbeddedRedis.start(settings(AppendFsync.EVERYSEC)).close();
    }

    @Test
    void diesWithAKilledJvmAndItsSuccessorHasTheData() throws Exception {
        Process jvm = startInOwnJvm();
        ProcessHandle redis = server();

        jvm.destroyForcibly().waitFor();

        await().until(() -> !redis.isAlive());
        assertSuccessorHasTheData();
    }

    @Test
    void successorOfAKilledJvmNeedNotWait() throws Exception {
        startInOwnJvm().destroyForcibly().waitFor();
        assertSuccessorHasTheData();
    }

    @Test
    void successorEndsARedisWhoseGuardWasKilledToo() throws Exception {
        Process jvm = startInOwnJvm();
        ProcessHandle redis = server();
        // why: the guard's children are Redis and the reader of the pipe; without both nobody ends Redis
        ProcessHandle guard = redis.parent().orElseThrow();
        guard.children().filter(child -> child.pid() != redis.pid()).forEach(ProcessHandle::destroyForcibly);
        guard.destroyForcibly();
        jvm.destroyForcibly().waitFor();
        assertThat(redis.isAlive()).isTrue();

        assertSuccessorHasTheData();

        assertThat(redis.isAlive()).isFalse();
    }

    @Test
    void neverEndsAProcessThatMerelyHasTheRecordedNumber() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "60").start();
        try {
            Files.writeString(dataDir.resolve("redis.pid"), stranger.pid() + "\n");
            EmbeddedRedis.start(settings(AppendFsync.EVERYSEC)).close();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void outlivesTheSignalsThatATerminalSendsToTheWholeGroup() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.EVERYSEC))) {
            ProcessHandle server = server();
            assertThat(processGroup(server)).isNotEqualTo(processGroup(ProcessHandle.current()));
            ProcessHandle guard = server.parent().orElseThrow();
            for (String signal : new String[] {"INT", "QUIT", "HUP", "TERM"}) {
                assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(guard.pid())).start().waitFor())
                        .isZero();
            }
            assertThat(ask(redis, RedisCommands::ping)).isEqualTo("PONG");
            assertThat(guard.isAlive()).isTrue();
        }
    }

    private void assertSuccessorHasTheData() {
        try (EmbeddedRedis successor = EmbeddedRedis.start(settings(AppendFsync.EVERYSEC))) {
            assertThat(ask(successor, commands -> commands.get("written-by"))).isEqualTo("killed JVM");
        }
    }

    private Process startInOwnJvm() throws IOException {
        Process jvm = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"),
                KilledJvm.class.getName(), dataDir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = new BufferedReader(new InputStreamReader(jvm.getInputStream()));
        assertThat(output.lines().anyMatch("written"::equals)).isTrue();
        return jvm;
    }

    private ProcessHandle server() {
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(dataDir.resolve("redis.pid")).strip()))
                    .orElseThrow();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String processGroup(ProcessHandle process) throws IOException {
        Process ps = new ProcessBuilder("ps", "-o", "pgid=", "-p", Long.toString(process.pid())).start();
        return new String(ps.getInputStream().readAllBytes()).strip();
    }

    private EmbeddedRedisSettings settings(AppendFsync appendFsync) {
        return new EmbeddedRedisSettings(null, dataDir, appendFsync, null, Duration.ofSeconds(30));
    }

    private static String config(EmbeddedRedis redis, String name) {
        return ask(redis, commands -> commands.configGet(name).get(name));
    }

    static String ask(EmbeddedRedis redis, Function<RedisCommands<String, String>, String> question) {
        RedisURI uri = RedisURI.builder()
                .withHost(redis.host())
                .withPort(redis.port())
                .withPassword(redis.password().toCharArray())
                .build();
        try (RedisClient client = RedisClient.create(uri);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return question.apply(connection.sync());
        }
    }

    /** Holds an embedded Redis until it is killed. */
    static final class KilledJvm {
        public static void main(String[] args) throws InterruptedException {
            EmbeddedRedis redis = EmbeddedRedis.start(new EmbeddedRedisSettings(
                    null, Path.of(args[0]), AppendFsync.ALWAYS, null, Duration.ofSeconds(30)));
            ask(redis, commands -> commands.set("written-by", "killed JVM"));
            System.out.println("written");
            Thread.currentThread().join();
        }
    }
}
