package io.bulkaction.internal.redis.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.EmbeddedRedisSettings.AppendFsync;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

@Timeout(600)
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
    void takesAQuarterOfTheMemoryAtMostUnlessToldOtherwise() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.NO))) {
            long machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
            assertThat(config(redis, "maxmemory")).isEqualTo(Long.toString(machine / 4));
        }
        EmbeddedRedisSettings small = new EmbeddedRedisSettings(
                null, dataDir, AppendFsync.NO, DataSize.ofMegabytes(20), null, Duration.ofSeconds(30));
        try (EmbeddedRedis redis = EmbeddedRedis.start(small)) {
            assertThat(config(redis, "maxmemory")).isEqualTo("20971520");
        }
    }

    @Test
    void nothingIsSentToWhoeverTookThePortFirst() throws IOException {
        try (ServerSocket stranger = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Iterator<ServerSocket> next = List.of(stranger, stranger, free).iterator();
            try (EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.NO), () -> {
                ServerSocket socket = next.next();
                if (socket == free) {
                    closeNow(free);
                }
                return socket.getLocalPort();
            })) {
                assertThat(redis.port()).isEqualTo(free.getLocalPort());
                assertThat(ask(redis, RedisCommands::ping)).isEqualTo("PONG");
            }
            stranger.setSoTimeout(1);
            assertThatThrownBy(stranger::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void narrowsADataDirectoryThatOthersCouldEnter() throws IOException {
        EmbeddedRedis.start(settings(AppendFsync.NO)).close();
        setRights("rwxr-x---");
        EmbeddedRedis.start(settings(AppendFsync.NO)).close();
        assertThat(rights()).isEqualTo("rwx------");
    }

    @Test
    void refusesAnOpenDirectoryThatHoldsOtherFilesAndLeavesItAsItIs() throws IOException {
        Files.writeString(dataDir.resolve("notes.txt"), "of somebody else");
        setRights("rwxr-xr-x");
        assertThatThrownBy(() -> EmbeddedRedis.start(settings(AppendFsync.NO)))
                .isInstanceOfSatisfying(RedisStartException.class, refusal -> assertThat(refusal.remedy())
                        .contains("chmod 700", "bulk-action.embedded-redis.data-dir"))
                .hasMessageContaining("is open to other users (rwxr-xr-x)");
        assertThat(rights()).isEqualTo("rwxr-xr-x");
        assertThat(dataDir.resolve("lock")).doesNotExist();
    }

    @Test
    void refusesADirectoryOfAnotherUser() throws IOException {
        UserPrincipal other = dataDir.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
        Path directory = Files.createDirectory(dataDir.resolve("of-somebody-else"), PosixFilePermissions
                .asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        assumeTrue(isGivenTo(other, directory), "only root may give a directory away");

        assertThatThrownBy(() -> EmbeddedRedis.start(
                new EmbeddedRedisSettings(null, directory, AppendFsync.NO, null, null, Duration.ofSeconds(30))))
                .isInstanceOfSatisfying(RedisStartException.class, refusal -> assertThat(refusal.remedy())
                        .contains("chown", "bulk-action.embedded-redis.data-dir"))
                .hasMessageContaining("belongs to another user (nobody)");
        assertThat(directory).isEmptyDirectory();
    }

    private static boolean isGivenTo(UserPrincipal other, Path directory) {
        try {
            Files.setOwner(directory, other);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void neverRunsAFileOfTheWorkingDirectoryThatIsNamedLikeTheServer() throws Exception {
        Path file = dataDir.resolve(RedisExecutable.resource());
        Files.writeString(file, "#!/bin/sh\ntouch executed\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        startInOwnJvm().destroyForcibly().waitFor();
        assertThat(dataDir.resolve("executed")).doesNotExist();
        assertThat(file).exists();
        Files.delete(file);
        Files.createDirectory(file);
        startInOwnJvm().destroyForcibly().waitFor();
    }

    @Test
    void startsWhereThePathIsTooLongForASocket() throws IOException {
        dataDir = Files.createDirectory(dataDir.resolve("long".repeat(40)));
        Path socket;
        try (EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.NO))) {
            socket = Path.of(config(redis, "unixsocket"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent())))
                    .isEqualTo("rwx------");
            assertThat(redis.isAlive()).isTrue();
        }
        assertThat(socket.getParent()).doesNotExist();
    }

    @Test
    void saysWhatToDoWhenEveryPathIsTooLongForASocket() throws Exception {
        dataDir = Files.createDirectory(dataDir.resolve("long".repeat(40)));
        Process jvm = ownJvm("-Djava.io.tmpdir=" + dataDir).redirectErrorStream(true).start();
        assertThat(new String(jvm.getInputStream().readAllBytes()))
                .contains("are both too long for a socket");
        assertThat(jvm.waitFor()).isNotZero();
    }

    @Test
    void letsNobodyInWithoutThePassword() throws IOException {
        // A plain socket: a client's handshake may fail before Redis has said why.
        try (EmbeddedRedis redis = EmbeddedRedis.start(settings(AppendFsync.EVERYSEC));
                Socket stranger = new Socket(redis.host(), redis.port())) {
            stranger.getOutputStream().write("GET job\r\n".getBytes(UTF_8));
            String answer = new BufferedReader(new InputStreamReader(stranger.getInputStream(), UTF_8)).readLine();
            assertThat(answer).startsWith("-NOAUTH");
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
                            .contains("bulk-action.embedded-redis.data-dir", "bulk-action.redis.url"))
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
    void neverEndsAnotherProcessWithTheRecordedId() throws Exception {
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
        Process jvm = ownJvm().redirectError(ProcessBuilder.Redirect.INHERIT).start();
        BufferedReader output = new BufferedReader(new InputStreamReader(jvm.getInputStream()));
        assertThat(output.lines().anyMatch("written"::equals)).isTrue();
        return jvm;
    }

    /** With the data directory as its working directory. */
    private ProcessBuilder ownJvm(String... options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(options));
        command.addAll(List.of(KilledJvm.class.getName(), dataDir.toString()));
        return new ProcessBuilder(command).directory(dataDir.toFile());
    }

    private void setRights(String rights) throws IOException {
        Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString(rights));
    }

    private String rights() throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(dataDir));
    }

    private static void closeNow(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProcessHandle server() {
        try {
            return ProcessHandle.of(Long.parseLong(Files.readString(dataDir.resolve("redis.pid")).strip()))
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String processGroup(ProcessHandle process) throws IOException {
        Process ps = new ProcessBuilder("ps", "-o", "pgid=", "-p", Long.toString(process.pid())).start();
        return new String(ps.getInputStream().readAllBytes()).strip();
    }

    private EmbeddedRedisSettings settings(AppendFsync appendFsync) {
        return new EmbeddedRedisSettings(null, dataDir, appendFsync, null, null, Duration.ofSeconds(30));
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
                    null, Path.of(args[0]), AppendFsync.ALWAYS, null, null, Duration.ofSeconds(30)));
            ask(redis, commands -> commands.set("written-by", "killed JVM"));
            System.out.println("written");
            Thread.currentThread().join();
        }
    }
}
