package io.bulkaction.testing;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.util.FileSystemUtils;

/** A PostgreSQL of a test's own, from Debian's package; where that is missing the test is skipped and says so. */
public final class PostgresServer implements AutoCloseable {

    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
    private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");

    private final Path directory;
    private final Process process;
    private final PGSimpleDataSource source = new PGSimpleDataSource();

    private PostgresServer(Path directory, Process process, int port) {
        this.directory = directory;
        this.process = process;
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setUser("test");
        source.setDatabaseName("postgres");
        await().until(this::answers);
    }

    public static PostgresServer start() {
        Optional<Path> bin = bin();
        assumeTrue(bin.isPresent(), "there is no PostgreSQL below " + PACKAGES);
        assumeTrue(!IS_ROOT || Files.exists(Path.of("/usr/sbin/runuser")), "PostgreSQL does not run as root");
        try {
            Path directory = Files.createTempDirectory("bulk-action-postgres-");
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
            Path data = directory.resolve("data");
            int done = run(directory, bin.get().resolve("initdb").toString(), "-D", data.toString(), "-U", "test",
                    "--auth=trust", "--no-sync", "-E", "UTF8").waitFor();
            assumeTrue(done == 0, "initdb failed: " + Files.readString(directory.resolve("output")));
            int port = RedisServer.freePort();
            Process server = run(directory, bin.get().resolve("postgres").toString(), "-D", data.toString(),
                    "-p", Integer.toString(port), "-c", "listen_addresses=127.0.0.1",
                    "-c", "unix_socket_directories=" + directory, "-c", "fsync=off");
            return new PostgresServer(directory, server, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public static boolean isInstalled() {
        return bin().isPresent() && (!IS_ROOT || Files.exists(Path.of("/usr/sbin/runuser")));
    }

    /** For another process, which gives no password. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + source.getPortNumbers()[0] + "/postgres?user=test";
    }

    public DataSource source() {
        return source;
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        try {
            process.waitFor();
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException left) {
            directory.toFile().deleteOnExit();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean answers() {
        try (Connection connection = source.getConnection()) {
            return connection.isValid(5);
        } catch (SQLException notYet) {
            return false;
        }
    }

    private static Process run(Path directory, String... command) throws IOException {
        List<String> all = new ArrayList<>(IS_ROOT ? List.of("/usr/sbin/runuser", "-u", "nobody", "--") : List.of());
        all.addAll(List.of(command));
        return new ProcessBuilder(all).directory(directory.toFile()).redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile()).start();
    }

    private static Optional<Path> bin() {
        try (Stream<Path> versions = Files.list(PACKAGES)) {
            return versions.map(version -> version.resolve("bin"))
                    .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
                    .max(Comparator.naturalOrder());
        } catch (IOException none) {
            return Optional.empty();
        }
    }
}
