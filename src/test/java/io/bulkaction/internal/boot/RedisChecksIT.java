package io.bulkaction.internal.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.internal.redis.RedisChecks;
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

    private static final ContextConsumer<AssertableApplicationContext> ACCEPTED =
            context -> context.getBean(RedisChecks.class).verify();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RedisAutoConfiguration.class, DataRedisAutoConfiguration.class));

    @Test
    void acceptsARedisThatIsNewEnoughAndEvictsNothing() {
        try (RedisServer redis = RedisServer.start()) {
            start(redis.port(), ACCEPTED);
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
    void warnsOfARedisThatEvictsAnyKeyWhenToldTo(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start("--maxmemory-policy", "allkeys-random")) {
            start(redis.port(), ACCEPTED, "bulk-action.redis.eviction-policy-check=warn");
            assertThat(output).contains("maxmemory-policy allkeys-random", "would throw away jobs");
        }
    }

    /** No key of a job that waits has a time to live. */
    @Test
    void warnsOfARedisThatEvictsWhatExpiresAnyway(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start("--maxmemory-policy", "volatile-ttl")) {
            start(redis.port(), ACCEPTED);
            assertThat(output).contains("maxmemory-policy volatile-ttl", "Jobs that wait are safe");
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
            start(redis.port(), ACCEPTED, "spring.data.redis.password=secret");
        }
    }

    @Test
    void startsWithAWarningWhenItsUserMayNotRunInfo(CapturedOutput output) {
        try (RedisServer redis = RedisServer.start("--user", "worker", "on", ">secret", "~*", "+@all", "-info")) {
            start(redis.port(), ACCEPTED,
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
        return context -> assertThatThrownBy(context.getBean(RedisChecks.class)::verify)
                .isInstanceOfSatisfying(RedisStartException.class, refusal -> {
                    assertThat(refusal).hasMessageContaining(message);
                    assertThat(refusal.remedy()).contains(remedy);
                });
    }
}
