package io.bulkaction.benchmark;

import io.bulkaction.testing.PrivateRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Time that the main thread of a Redis on this machine was on a CPU. Unlike SLOWLOG, which counts wall time, it does not
 * take a neighbour that has the CPU for a slow script. Linux only.
 */
final class RedisCpu {

    private final Path schedstat;

    private RedisCpu(Path schedstat) {
        this.schedstat = schedstat;
    }

    static RedisCpu of(PrivateRedis redis) {
        String pid = redis.info("server", "process_id");
        return new RedisCpu(Path.of("/proc", pid, "task", pid, "schedstat"));
    }

    boolean isKnown() {
        return Files.isReadable(schedstat);
    }

    Duration used() {
        try {
            return Duration.ofNanos(Long.parseLong(Files.readString(schedstat).split(" ")[0]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
