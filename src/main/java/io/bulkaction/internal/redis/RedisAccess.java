package io.bulkaction.internal.redis;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.RedisUnavailableException.Reason;
import io.bulkaction.internal.redis.LettuceClient.Connected;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The connections of the queues: one that everything non-blocking shares, one for writes that replicas confirm, and more for
 * loops that block. They are the queues' own, so the application's connections to Redis stay as they are. Connects when it is
 * first used.
 *
 * <p>A loop looks after them ({@link MasterWatch}).
 */
public final class RedisAccess implements AutoCloseable {

    private final RedisLocation location;
    private final LettuceClient client;
    private final Duration timeout;
    private final Connections connections;
    private final MasterWatch watch;
    private volatile @Nullable RedisUnavailableException refusal;

    public RedisAccess(RedisLocation location, RedisConnectionOptions options) {
        this.location = location;
        this.client = new LettuceClient(location, options);
        this.timeout = options.timeout();
        this.connections = new Connections(client);
        this.watch = new MasterWatch(location.kind(), client, connections, timeout);
        watch.start();
    }

    public RedisLocation location() {
        return location;
    }

    boolean isCluster() {
        return location.kind() == RedisLocation.Kind.CLUSTER;
    }

    /** Commands on the connection that everything non-blocking shares. */
    public RedisClusterAsyncCommands<byte[], byte[]> commands() {
        return LettuceClient.commands(shared());
    }

    StatefulConnection<byte[], byte[]> shared() {
        return connected(connections::shared);
    }

    /** A connection of its own, for a loop that blocks: on the shared one it would hold up everybody. */
    StatefulConnection<byte[], byte[]> openOwnConnection() {
        return connected(connections::open);
    }

    private StatefulConnection<byte[], byte[]> connected(Supplier<Connected> connect) {
        try {
            return connect.get().connection();
        } catch (RuntimeException e) {
            throw failure(e);
        }
    }

    /** To the server that has this key. */
    ReplicatedConnection replicated(byte[] key) {
        return connections.replicated(key);
    }

    /** From now on no script runs, because the check at start has failed; null once it has passed. */
    public void refuse(@Nullable RedisStartException why) {
        refusal = why == null ? null
                : new RedisUnavailableException(why.getCause() == null ? Reason.NOT_CHECKED : Reason.REDIS_UNAVAILABLE,
                        why);
    }

    /** Throws what the check at start has found, until it has passed. */
    void requirePassed() {
        RedisUnavailableException found = refusal;
        if (found != null) {
            throw found;
        }
    }

    /**
     * Fails unless Redis has passed the check at start, answers and can be written to.
     *
     * @return masters of a cluster that do not answer, while others do
     */
    public List<String> ping() {
        requirePassed();
        try {
            if (isCluster()) {
                return watch.silentNow();
            }
            if (!await(LettuceClient.isMaster((StatefulRedisConnection<byte[], byte[]>) shared()))) {
                throw new RedisConnectionException("It is not a master");
            }
            return List.of();
        } catch (RedisConnectionException e) {
            throw failure(e);
        }
    }

    public <T> T await(CompletableFuture<T> answer) {
        try {
            boolean isLate = MasterWatch.PATIENCE.compareTo(timeout) < 0 && !isDoneSoon(answer);
            return await(answer, isLate ? timeout.minus(MasterWatch.PATIENCE) : timeout);
        } catch (CancellationException e) {
            throw failure(e);
        }
    }

    /**
     * On the thread that brings the answers nobody can wait for one.
     *
     * @throws IllegalStateException on a thread of the Redis client
     */
    static void requireMayBlock() {
        String thread = Thread.currentThread().getName();
        if (thread.startsWith("lettuce-")) {
            throw new IllegalStateException("A call that waits for Redis was made on the thread " + thread
                    + ", which brings the answers of Redis: use submitAsync, or another thread");
        }
    }

    /** Has somebody look whether the server is the right one if the answer takes long. */
    private boolean isDoneSoon(CompletableFuture<?> answer) {
        if (answer.isDone()) {
            return true;
        }
        requireMayBlock();
        try {
            answer.get(MasterWatch.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            watch.trouble();
            return false;
        } catch (ExecutionException | CancellationException failed) {
            return true; // whoever waits for the answer sees it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** The same for a command that may block. Here a cancelled one shows as such. */
    <T> T await(CompletableFuture<T> answer, Duration atMost) {
        if (!answer.isDone()) {
            requireMayBlock();
        }
        try {
            return answer.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | CompletionException | TimeoutException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisException("interrupted while waiting for Redis", e);
        }
    }

    /** What a caller sees of a failed call. */
    RuntimeException failure(Throwable failure) {
        RuntimeException translated = RedisOutage.translate(failure);
        if (translated instanceof RedisUnavailableException) {
            watch.trouble();
        }
        return translated;
    }

    Duration timeout() {
        return timeout;
    }

    /** Fails what is under way. */
    @Override
    public void close() {
        watch.stop();
        client.close();
    }
}
