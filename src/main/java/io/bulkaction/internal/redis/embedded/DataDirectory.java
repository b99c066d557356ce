package io.bulkaction.internal.redis.embedded;

import io.bulkaction.internal.redis.RedisStartException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one embedded Redis. At most one process uses it; the lock ends with that process, however it ends.
 */
final class DataDirectory implements AutoCloseable {

    private final Path path;
    private final FileChannel lockFile;

    private DataDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    static DataDirectory open(Path dataDir) {
        try {
            Path wanted = dataDir.toAbsolutePath().normalize();
            PrivateRights.create(wanted);
            Path path = wanted.toRealPath();
            FileChannel lockFile = FileChannel.open(
                    path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (tryLock(lockFile) == null) {
                String owner = read(lockFile);
                lockFile.close();
                throw inUse(path, owner);
            }
            lockFile.truncate(0);
            lockFile.write(utf8("pid " + ProcessHandle.current().pid()), 0);
            return new DataDirectory(path, lockFile);
        } catch (IOException e) {
            throw new RedisStartException(
                    "The embedded Redis cannot use its data directory " + dataDir.toAbsolutePath() + ": " + e,
                    "Set bulk-action.embedded-redis.data-dir to a directory this user may write, or"
                            + " bulk-action.redis.url to a Redis of your own.",
                    e);
        }
    }

    Path path() {
        return path;
    }

    /** A process with this path on its command line is the Redis of this directory. */
    Path configFile() {
        return path.resolve("redis.conf");
    }

    Path pidFile() {
        return path.resolve("redis.pid");
    }

    Path logFile() {
        return path.resolve("redis.log");
    }

    /** The Redis that last ran here, if it still runs; not another process that was given its id. */
    Optional<ProcessHandle> runningRedis() {
        try {
            long pid = Long.parseLong(Files.readString(pidFile()).strip());
            return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::servesThisDirectory);
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private boolean servesThisDirectory(ProcessHandle process) {
        String config = configFile().toString();
        return process.info().arguments().stream().flatMap(Arrays::stream).anyMatch(config::equals);
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel lockFile) throws IOException {
        try {
            return lockFile.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static RedisStartException inUse(Path path, String owner) {
        return new RedisStartException(
                "The data directory " + path + " of the embedded Redis is in use by another instance ("
                        + (owner.isBlank() ? "process unknown" : owner) + ").",
                "Stop that instance, or give this one its own bulk-action.embedded-redis.data-dir. To run several"
                        + " instances on the same jobs, set bulk-action.redis.url to one Redis for all of them.",
                null);
    }

    private static String read(FileChannel file) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(64);
        int length = file.read(buffer, 0);
        return length < 1 ? "" : new String(buffer.array(), 0, length, StandardCharsets.UTF_8);
    }

    private static ByteBuffer utf8(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
