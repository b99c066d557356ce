package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.bulkaction.testing.FlakyProxy;
import io.bulkaction.testing.TestRedis;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.resource.EpollProvider;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class RedisConnectionIT {

    private final String counter = TestRedis.uniquePrefix() + ":counter";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RedisAutoConfiguration.class, DataRedisAutoConfiguration.class));

    @Test
    void commandWhoseReplyIsLostFailsAndIsNotSentAgain() {
        try (FlakyProxy proxy = new FlakyProxy(TestRedis.port())) {
            runner.withPropertyValues("spring.data.redis.port=" + proxy.port()).run(context -> {
                StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
                redis.opsForValue().increment(counter);
                proxy.loseReplies();
                CompletableFuture<Long> unanswered =
                        CompletableFuture.supplyAsync(() -> redis.opsForValue().increment(counter));
                StringRedisTemplate direct = new StringRedisTemplate(TestRedis.connectionFactory());
                await().until(() -> "2".equals(direct.opsForValue().get(counter)));

                proxy.cut();

                assertThatThrownBy(unanswered::join).hasCauseInstanceOf(DataAccessException.class);
                await().ignoreExceptions().until(() -> redis.opsForValue().get(counter) != null);
                assertThat(redis.opsForValue().get(counter)).isEqualTo("2");
            });
        }
    }

    @Test
    void commandsFailAtOnceWhileRedisIsDown() {
        FlakyProxy proxy = new FlakyProxy(TestRedis.port());
        runner.withPropertyValues("spring.data.redis.port=" + proxy.port()).run(context -> {
            StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
            redis.opsForValue().increment(counter);
            proxy.close();
            await().until(() -> failure(redis) != null);
            assertThat(failure(redis)).as("not a timeout").hasRootCauseMessage(
                    "Currently not connected. Commands are rejected.");
        });
    }

    @Test
    void connectionIsMadeForAQueue() {
        runner.withPropertyValues("spring.data.redis.port=" + TestRedis.port()).run(context -> {
            LettuceConnectionFactory factory = context.getBean(LettuceConnectionFactory.class);
            ClientOptions options = factory.getRequiredNativeClient().getOptions();
            assertThat(options.getDisconnectedBehavior()).isEqualTo(DisconnectedBehavior.REJECT_COMMANDS);
            assertThat(options.getRequestQueueSize()).isEqualTo(10_000);
            assertThat(options.getSocketOptions().isEnableTcpUserTimeout()).isTrue();
            assertThat(options.getSocketOptions().isKeepAlive()).isTrue();
            assertThat(factory.getTimeout()).isEqualTo(5000);
            for (int attempt = 1; attempt < 1000; attempt++) {
                assertThat(factory.getClientResources().reconnectDelay().createDelay(attempt).toMillis())
                        .isBetween(50L, 1_000L);
            }
        });
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void nativeTransportThatKnowsTheUserTimeoutIsThere() {
        assertThat(EpollProvider.isAvailable()).isTrue();
    }

    @Test
    void settingsOfTheApplicationWin() {
        runner.withPropertyValues(
                "spring.data.redis.port=" + TestRedis.port(),
                "spring.data.redis.timeout=7s",
                "spring.data.redis.connect-timeout=4s",
                "bulk-action.redis.request-queue-size=500")
                .withBean(LettuceClientOptionsBuilderCustomizer.class, () -> options -> options.autoReconnect(false))
                .run(context -> {
                    LettuceConnectionFactory factory = context.getBean(LettuceConnectionFactory.class);
                    ClientOptions options = factory.getRequiredNativeClient().getOptions();
                    assertThat(factory.getTimeout()).isEqualTo(7000);
                    assertThat(options.getSocketOptions().getConnectTimeout()).isEqualTo(Duration.ofSeconds(4));
                    assertThat(options.getRequestQueueSize()).isEqualTo(500);
                    assertThat(options.isAutoReconnect()).isFalse();
                });
    }

    private @org.jspecify.annotations.Nullable DataAccessException failure(StringRedisTemplate redis) {
        try {
            redis.opsForValue().get(counter);
            return null;
        } catch (DataAccessException e) {
            return e;
        }
    }
}
