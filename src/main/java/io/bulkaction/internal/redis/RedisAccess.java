package io.bulkaction.internal.redis;

import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The connections of the queues: one that everything non-blocking shares, and more for loops that block. They are the
 * queues' own, so the application's connections to Redis stay as they are. Connects when it is first used.
 */
public final class RedisAccess implements AutoCloseable {

    /** While nothing listens, callers get the failure of the last attempt instead of queueing up for the next. */
    private static final Duration CONNECT_AGAIN_AFTER = Duration.ofMillis(200);

    private final RedisLocation location;
    private final LettuceClient client;
    private final Duration timeout;
    private final ReentrantLock connecting = new ReentrantLock();
    private volatile @Nullable StatefulConnection<byte[], byte[]> shared;
    private @Nullable RuntimeException lastFailure;
    private long lastFailureNanos;

    public RedisAccess(RedisLocation location, RedisConnectionOptions options) {
        this.location = location;
        this.client = new LettuceClient(location, options);
        this.timeout = options.timeout();
    }

    public RedisLocation location() {
        return location;
    }

    /** Commands on the connection that everything non-blocking shares. */
    public RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return LettuceClient.commands(shared());
    }

    RedisScriptingAsyncCommands<byte[], byte[]> scripting() {
        return commands();
    }

    /** Fails unless Redis answers. */
    public void ping() {
        await(commands().ping().toCompletableFuture());
    }

    public <T> T await(CompletableFuture<T> answer) {
        return await(answer, timeout);
    }

    <T> T await(CompletableFuture<T> answer, Duration atMost) {
        try {
            return answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new RedisException(e.getCause());
        } catch (TimeoutException e) {
            throw new RedisException("Redis did not answer within " + atMost, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisException("interrupted while waiting for Redis", e);
        }
    }

    /** A connection of its own, for a loop that blocks: on the shared one it would hold up everybody. */
    StatefulConnection<byte[], byte[]> openOwnConnection() {
        return client.connect();
    }

    StatefulConnection<byte[], byte[]> shared() {
        StatefulConnection<byte[], byte[]> open = shared;
        return open != null ? open : connect();
    }

    private StatefulConnection<byte[], byte[]> connect() {
        connecting.lock();
        try {
            StatefulConnection<byte[], byte[]> open = shared;
            if (open != null) {
                return open;
            }
            if (lastFailure != null && System.nanoTime() - lastFailureNanos < CONNECT_AGAIN_AFTER.toNanos()) {
                throw lastFailure;
            }
            open = client.connect();
            shared = open;
            return open;
        } catch (RuntimeException e) {
            if (lastFailure != e) {
                lastFailure = e;
                lastFailureNanos = System.nanoTime();
            }
            throw e;
        } finally {
            connecting.unlock();
        }
    }

    Duration timeout() {
        return timeout;
    }

    /** Fails what is under way. */
    @Override
    public void close() {
        client.close();
    }
}
