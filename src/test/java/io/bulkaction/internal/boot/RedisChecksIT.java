package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.redis.RedisStartException;
import io.bulkaction.testing.FlakyProxy;
import io.bulkaction.testing.RedisCluster;
import io.bulkaction.testing.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
class RedisChecksIT {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RedisAutoConfiguration.class, DataRedisAutoConfiguration.class));

    @Test
    void acceptsARedisThatIsNewEnoughAndEvictsNothing() {
        try (RedisServer redis = RedisServer.start()) {
            start(redis.port(), context -> assertThat(context).hasNotFailed());
        }
    }

    @Test
    void refusesARedisBeforeVersion7() {
        try (RedisServer redis = RedisServer.start();
                FlakyProxy old = new FlakyProxy(redis.port())) {
            old.rewriteReplies(reply -> reply.replace("redis_version:7.0.15", "redis_version:6.2.14"));
            start(old.port(), refused("is version 6.2.14; 7.0 or newer is needed", "Upgrade"));
        }
    }

    @Test
    void refusesARedisThatEvicts() {
        try (RedisServer redis = RedisServer.start("--maxmemory-policy", "allkeys-lru")) {
            start(redis.port(), refused("maxmemory-policy allkeys-lru", "maxmemory-policy noeviction"));
        }
    }

    @Test
    void warnsOfARedisThatEvictsWhenToldTo(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start("--maxmemory-policy", "volatile-ttl")) {
            start(redis.port(), context -> assertThat(context).hasNotFailed(),
                    "bulk-action.redis.eviction-policy-check=warn");
            assertThat(output).contains("maxmemory-policy volatile-ttl");
        }
    }

    @Test
    void looksAtEveryNodeOfACluster() {
        try (RedisCluster cluster = RedisCluster.start("--maxmemory-policy", "allkeys-lfu")) {
            runner.withPropertyValues("spring.data.redis.cluster.nodes=" + cluster.nodes())
                    .run(refused("has maxmemory-policy allkeys-lfu", "noeviction"));
        }
    }

    @Test
    void saysThatRedisCannotBeReached() {
        start(RedisServer.freePort(), refused("cannot be reached: ", "Start it"));
    }

    @Test
    void saysThatThePasswordIsMissingOrWrong() {
        try (RedisServer redis = RedisServer.start("--requirepass", "secret")) {
            start(redis.port(),
                    refused("refuses the login (spring.data.redis.username, .password): NOAUTH", "password"));
            start(redis.port(),
                    refused("refuses the login (spring.data.redis.username, .password): WRONGPASS", "password"),
                    "spring.data.redis.password=guess");
            start(redis.port(), context -> assertThat(context).hasNotFailed(), "spring.data.redis.password=secret");
        }
    }

    @Test
    void startsWithAWarningWhenItsUserMayNotRunInfo(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start("--user", "worker", "on", ">secret", "~*", "+@all", "-info")) {
            start(redis.port(), context -> assertThat(context).hasNotFailed(),
                    "spring.data.redis.username=worker", "spring.data.redis.password=secret");
            assertThat(output).contains("cannot be checked: its user may not run INFO");
        }
    }

    private void start(
            int port, ContextConsumer<AssertableApplicationContext> expectation, String... properties) {
        runner.withPropertyValues("spring.data.redis.port=" + port)
                .withPropertyValues(properties)
                .run(expectation);
    }

    private static ContextConsumer<AssertableApplicationContext> refused(String message, String remedy) {
        return context -> assertThat(context.getStartupFailure())
                .isInstanceOfSatisfying(RedisStartException.class, refusal -> {
                    assertThat(refusal).hasMessageContaining(message);
                    assertThat(refusal.remedy()).contains(remedy);
                });
    }
}
