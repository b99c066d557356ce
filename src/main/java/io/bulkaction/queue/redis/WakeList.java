package io.bulkaction.queue.redis;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisListAsyncCommands;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Where a loop waits for work without asking again and again: blocks on a list in Redis until a script leaves a token
 * there, or until {@link #interrupt()}. Used by one loop; has a connection of its own.
 */
public final class WakeList implements AutoCloseable {

    private static final byte[] TOKEN = {'1'};

    private final RedisAccess redis;
    private final byte[] key;
    private @Nullable StatefulConnection<byte[], byte[]> connection;
    private volatile @Nullable RedisFuture<KeyValue<byte[], byte[]>> waiting;
    private volatile boolean interrupted;

    public WakeList(RedisAccess redis, byte[] key) {
        this.redis = redis;
        this.key = key;
    }

    /**
     * Returns when a token came, the time is over, or somebody interrupted; whoever waits looks for work itself.
     *
     * @return whether a token came
     */
    public boolean await(Duration atMost) {
        // why shorter than the time a command has: it would be given up while it blocks
        Duration longest = redis.timeout().multipliedBy(4).dividedBy(5);
        Duration block = atMost.compareTo(longest) > 0 ? longest : atMost;
        if (interrupted || !block.isPositive()) {
            interrupted = false;
            return false;
        }
        RedisFuture<KeyValue<byte[], byte[]>> answer = lists().blpop(block.toMillis() / 1000.0, key);
        waiting = answer;
        try {
            if (interrupted) {
                answer.cancel(true);
            }
            return redis.await(answer.toCompletableFuture(), block.plus(redis.timeout())) != null;
        } catch (CancellationException e) {
            // why: the cancelled BLPOP still blocks on that connection and would swallow a token
            close();
            return false;
        } finally {
            waiting = null;
            interrupted = false;
        }
    }

    /** Wakes one who waits on the same list, here or elsewhere, or who comes next. */
    public void leaveToken() {
        var commands = redis.commands();
        commands.lpush(key, TOKEN);
        commands.ltrim(key, 0, 0); // more than one would only wake somebody for nothing
    }

    /** Ends the current or the next wait at once. */
    public void interrupt() {
        interrupted = true;
        RedisFuture<?> answer = waiting;
        if (answer != null) {
            answer.cancel(true);
        }
    }

    @Override
    public void close() {
        StatefulConnection<byte[], byte[]> open = connection;
        connection = null;
        if (open != null) {
            open.closeAsync();
        }
    }

    private RedisListAsyncCommands<byte[], byte[]> lists() {
        StatefulConnection<byte[], byte[]> open = connection;
        if (open == null || !open.isOpen()) {
            open = redis.openOwnConnection();
            connection = open;
        }
        return switch (open) {
            case StatefulRedisClusterConnection<byte[], byte[]> cluster -> cluster.async();
            case StatefulRedisConnection<byte[], byte[]> single -> single.async();
            default -> throw new IllegalStateException("unknown Redis connection " + open.getClass());
        };
    }
}
