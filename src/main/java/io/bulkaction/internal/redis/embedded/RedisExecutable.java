package io.bulkaction.internal.redis.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisExecProvider;

/**
 * The redis-server of the library for this machine. Not taken through {@link RedisExecProvider#get()}: that runs a file
 * of the same name if one lies in the working directory.
 */
final class RedisExecutable {

    private RedisExecutable() {}

    /** Writes it into a directory that nobody else can write to. Null when there is none for this machine. */
    static @Nullable Path extractTo(Path directory) throws IOException {
        try (InputStream server = RedisExecutable.class.getClassLoader().getResourceAsStream(resource())) {
            if (server == null) {
                return null;
            }
            Path file = directory.resolve("redis-server");
            // why: a server that a killed instance left behind may still run from it, and then it cannot be overwritten
            Files.deleteIfExists(file);
            Files.copy(server, file);
            return file.toFile().setExecutable(true) ? file : null;
        }
    }

    static String resource() {
        boolean mac = System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac");
        String architecture = switch (System.getProperty("os.arch")) {
            case "amd64", "x86_64" -> "amd64";
            case "aarch64" -> "arm64";
            case String other -> other;
        };
        return "redis-server-" + RedisExecProvider.redisVersion + (mac ? "-darwin-" : "-linux-") + architecture;
    }
}
