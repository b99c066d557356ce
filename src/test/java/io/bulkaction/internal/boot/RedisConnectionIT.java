package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.RedisUnavailableException;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.testing.FlakyProxy;
import io.bulkaction.testing.RedisServer;
import io.bulkaction.testing.TestRedis;
import io.lettuce.core.resource.EpollProvider;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class RedisConnectionIT {

    private final byte[] counter = Utf8.bytes(TestRedis.uniquePrefix() + ":counter");

    @Test
    void commandWhoseReplyIsLostFailsAndIsNotSentAgain() {
        try (FlakyProxy proxy = new FlakyProxy(TestRedis.port());
                RedisAccess redis = TestRedis.connect(proxy.port())) {
            increment(redis);
            proxy.loseReplies();
            CompletableFuture<Long> unanswered = CompletableFuture.supplyAsync(() -> increment(redis));
            await().until(() -> "2".equals(count(TestRedis.access())));

            proxy.cut();

            assertThatThrownBy(unanswered::join).hasCauseInstanceOf(RedisUnavailableException.class);
            await().ignoreExceptions().until(() -> count(redis) != null);
            assertThat(count(redis)).isEqualTo("2");
        }
    }

    @Test
    void commandsFailAtOnceWhileRedisIsDown() {
        FlakyProxy proxy = new FlakyProxy(TestRedis.port());
        try (RedisAccess redis = TestRedis.connect(proxy.port())) {
            increment(redis);
            proxy.close();
            await().until(() -> failure(redis) != null);
            assertThat(failure(redis)).as("not a timeout")
                    .hasRootCauseMessage("Currently not connected. Commands are rejected.");
        }
    }

    @Test
    void connectsAsSoonAsRedisIsThere() {
        int port = RedisServer.freePort();
        try (RedisAccess redis = TestRedis.connect(port)) {
            assertThat(failure(redis)).isNotNull();
            try (RedisServer _ = RedisServer.startAt(port)) {
                await().until(() -> failure(redis) == null);
            }
        }
    }

    @Test
    void aFrozenRedisIsWaitedForNoLongerThanTheTimeout() {
        try (RedisServer server = RedisServer.start();
                RedisAccess redis = TestRedis.connect("127.0.0.1", server.port(), Duration.ofSeconds(2))) {
            await().until(() -> failure(redis) == null);
            server.freeze();
            assertThat(failure(redis)).isNotNull();
            server.thaw();
            await().until(() -> failure(redis) == null);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void nativeTransportThatKnowsTheUserTimeoutIsThere() {
        assertThat(EpollProvider.isAvailable()).isTrue();
    }

    private long increment(RedisAccess redis) {
        return redis.await(redis.commands().incr(counter).toCompletableFuture());
    }

    private @Nullable String count(RedisAccess redis) {
        byte[] count = redis.await(redis.commands().get(counter).toCompletableFuture());
        return count == null ? null : Utf8.text(count);
    }

    private @Nullable RedisUnavailableException failure(RedisAccess redis) {
        try {
            count(redis);
            return null;
        } catch (RedisUnavailableException e) {
            return e;
        }
    }
}
