package io.bulkaction.internal.redis;

import io.bulkaction.RedisUnavailableException;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisListAsyncCommands;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Where a loop waits for work without polling: it blocks on a list in Redis until a script leaves a wake signal there, or
 * until {@link #interrupt()}. Used by one loop; has a connection of its own.
 */
public final class WakeList implements AutoCloseable {

    private static final byte[] SIGNAL = {'1'};

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
     * Returns when a wake signal came, the time is over, or somebody interrupted; the caller then looks for work itself.
     *
     * @return whether a wake signal came
     */
    public boolean await(Duration atMost) {
        return next(atMost) != null;
    }

    /** The same for a list of signals with a meaning. @return the signal; null if none came */
    public @Nullable String next(Duration atMost) {
        // why shorter than the command timeout: the command would be given up while it blocks
        Duration longest = redis.timeout().multipliedBy(4).dividedBy(5);
        Duration block = atMost.compareTo(longest) > 0 ? longest : atMost;
        if (interrupted || !block.isPositive()) {
            interrupted = false;
            return null;
        }
        RedisFuture<KeyValue<byte[], byte[]>> answer = lists().blpop(block.toMillis() / 1000.0, key);
        waiting = answer;
        try {
            if (interrupted) {
                answer.cancel(true);
            }
            KeyValue<byte[], byte[]> signal = redis.await(answer.toCompletableFuture(), block.plus(redis.timeout()));
            return signal == null ? null : Utf8.text(signal.getValue());
        } catch (CancellationException e) {
            // why: the cancelled BLPOP still blocks on that connection and would swallow a signal
            close();
            return null;
        } catch (RedisUnavailableException e) {
            // why: the server may be gone for good; the next connection asks for the master again
            close();
            throw e;
        } finally {
            waiting = null;
            interrupted = false;
        }
    }

    /** Wakes one loop that waits on the same list, here or in another instance, or the next one that does. */
    public void signal() {
        var commands = redis.commands();
        commands.lpush(key, SIGNAL);
        commands.ltrim(key, 0, 0); // a second signal would wake a loop for nothing
    }

    /** Adds a signal with a meaning. @param most how many are kept */
    public void signal(String meaning, int most) {
        var commands = redis.commands();
        commands.rpush(key, Utf8.bytes(meaning));
        commands.ltrim(key, -most, -1);
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
        return LettuceClient.commands(open);
    }
}
