package io.bulkaction.internal.redis.embedded;

import io.bulkaction.internal.settings.EmbeddedRedisSettings.AppendFsync;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.springframework.util.unit.DataSize;

/** The configuration of the embedded redis-server: local only, no eviction, everything kept on disk. */
record RedisConfig(Path socket, String password, AppendFsync appendFsync, DataSize maxMemory) {

    void write(DataDirectory directory) throws IOException {
        Path file = directory.configFile();
        Files.deleteIfExists(file);
        if (Files.getFileStore(directory.path()).supportsFileAttributeView("posix")) {
            // why: it contains the password
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(file, text(directory));
    }

    private String text(DataDirectory directory) {
        String text =
                """
                        # Written anew at each start.
                        bind 127.0.0.1
                        # No port until we ask for one through the socket.
                        port 0
                        unixsocket %s
                        unixsocketperm 700
                        daemonize no
                        # The command line keeps naming this file; that is how a left-over server is recognised.
                        set-proc-title no
                        pidfile %s
                        loglevel warning
                        dir %s
                        save ""
                        appendonly yes
                        appendfsync %s
                        maxmemory %d
                        maxmemory-policy noeviction
                        # The log grows with every step of a job, the data does not: rewriting it early would cost more than it saves.
                        auto-aof-rewrite-min-size 512mb
                        # A job hash costs 327 bytes instead of 727 this way.
                        hash-max-listpack-value 512
                        """
                        .formatted(quoted(socket), quoted(directory.pidFile()), quoted(directory.path()),
                                appendFsync.key(),
                                maxMemory.toBytes());
        return password.isEmpty() ? text : text + "requirepass " + quoted(password) + "\n";
    }

    private static String quoted(Object value) {
        return '"' + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
