package io.bulkaction.internal.redis.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A redis-server and the shell that guards it. The shell reads a pipe whose other end only this JVM holds; when the JVM
 * is gone, even by {@code kill -9}, the pipe ends and the shell ends its Redis. The shell is the parent, so the process
 * id that it kills cannot belong to another process.
 */
final class RedisProcess implements AutoCloseable {

    /**
     * Signals that a terminal or a service manager sends to the whole group must reach the JVM alone, or Redis would
     * be gone while jobs are still being finished. Redis therefore gets a session of its own, or, where there is no
     * setsid, a process group of its own.
     */
    private static final String GUARD = """
            trap '' INT QUIT HUP TERM
            exec 3<&0 </dev/null
            if command -v setsid >/dev/null 2>&1; then
                setsid "$@" 3<&- &
            else
                set -m
                "$@" 3<&- &
                set +m
            fi
            redis=$!
            {
                read -r _ <&3
                kill "$redis"
                tries=0
                while [ "$tries" -lt 20 ] && kill -0 "$redis"; do
                    tries=$((tries + 1))
                    sleep 1
                done
                kill -KILL "$redis"
            } 2>/dev/null &
            reader=$!
            exec 3<&-
            wait "$redis"
            code=$?
            kill -KILL "$reader" 2>/dev/null
            exit "$code"
            """;

    private final Process guard;

    private RedisProcess(Process guard) {
        this.guard = guard;
    }

    static RedisProcess start(Path executable, DataDirectory directory) throws IOException {
        Process guard = new ProcessBuilder(
                "sh", "-c", GUARD, "embedded-redis-guard", executable.toString(), directory.configFile().toString())
                .directory(directory.path().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.logFile().toFile()))
                .start();
        return new RedisProcess(guard);
    }

    boolean isAlive() {
        return guard.isAlive();
    }

    /** Completes when Redis has ended, with its exit code. */
    CompletableFuture<Integer> onExit() {
        return guard.onExit().thenApply(Process::exitValue);
    }

    /** Ends Redis as the death of the JVM would, and waits until its append-only file is written. */
    @Override
    public void close() {
        try {
            guard.getOutputStream().close();
        } catch (IOException e) {
            // why: the pipe is closed because the guard has ended; there is nothing left to end
        }
        onExit().orTimeout(30, TimeUnit.SECONDS).exceptionally(late -> -1).join();
    }
}
