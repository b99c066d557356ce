package io.bulkaction.internal.redis.embedded;

import io.bulkaction.internal.redis.RedisStartException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The server's socket file: in the data directory, or in a private temporary one when that path is too long. */
record SocketFile(Path path, boolean isTemporary) implements AutoCloseable {

    /** The kernel allows 104 bytes on macOS and 108 on Linux, including a zero at the end. */
    private static final int MAX_BYTES = 103;

    static SocketFile in(Path dataDirectory) throws IOException {
        Path here = dataDirectory.resolve("redis.sock");
        if (fits(here)) {
            return new SocketFile(here, false);
        }
        // why: Java makes temporary directories that only their owner can enter
        Path directory = Files.createTempDirectory("bulk-action-").toRealPath();
        Path there = directory.resolve("redis.sock");
        if (fits(there)) {
            return new SocketFile(there, true);
        }
        Files.delete(directory);
        throw new RedisStartException(
                "The paths " + here + " and " + there + " are both too long for a socket, which takes " + MAX_BYTES
                        + " bytes.",
                "Set bulk-action.embedded-redis.data-dir, or java.io.tmpdir, to a directory with a shorter path.",
                null);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        if (isTemporary) {
            Files.deleteIfExists(Objects.requireNonNull(path.getParent()));
        }
    }

    private static boolean fits(Path path) {
        return path.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }
}
