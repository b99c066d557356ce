package io.bulkaction.internal.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** The connections of Spring's factory, as the asynchronous commands Lettuce gives for one server and for a cluster alike. */
public final class RedisAccess {

    private final LettuceConnectionFactory factory;
    private final Duration timeout;

    public RedisAccess(LettuceConnectionFactory factory) {
        this.factory = factory;
        this.timeout = Duration.ofMillis(Math.max(1, factory.getTimeout()));
    }

    /** Commands on the connection that everything non-blocking shares. */
    @SuppressWarnings("unchecked")
    public RedisClusterAsyncCommands<byte[], byte[]> commands() {
        try (RedisConnection connection = factory.getConnection()) {
            return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
        }
    }

    RedisScriptingAsyncCommands<byte[], byte[]> scripting() {
        return commands();
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
        AbstractRedisClient client = factory.getRequiredNativeClient();
        return switch (client) {
            case RedisClusterClient cluster -> cluster.connect(ByteArrayCodec.INSTANCE);
            case RedisClient single -> single.connect(ByteArrayCodec.INSTANCE);
            default -> throw new IllegalStateException("unknown Redis client " + client.getClass());
        };
    }

    Duration timeout() {
        return timeout;
    }
}
