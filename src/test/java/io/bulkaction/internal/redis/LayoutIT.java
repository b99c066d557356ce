package io.bulkaction.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.bulkaction.QueueName;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import io.bulkaction.testing.Verbs;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LayoutIT {

    private final TestQueue test = TestQueue.with();

    @Test
    void aNewQueueGetsTheLayoutOfThisVersionAndKeepsItThroughPauseAndResume() {
        Layout.verify(test.redis());
        new Verbs(test).pause("look");
        new Verbs(test).resume();

        assertThat(test.hash(test.redis().keys().state())).containsEntry("schema", "1");
        assertThatCode(() -> Layout.verify(test.redis())).doesNotThrowAnyException();
    }

    @Test
    void theLayoutOfAnotherVersionIsRefused() {
        write(test.redis().keys().prefix() + "state", "schema", "2");

        assertRefused(test.redis(), "Queue " + test.redis().name(), "its schema is 2, this version reads 1");
        assertThat(test.hash(test.redis().keys().state())).containsEntry("schema", "2");
    }

    @Test
    void keysOfTheLayoutBeforePartitionsAreRefused() {
        write(test.redis().keys().oldPrefix() + "stats", "enqueued", "1");

        assertRefused(test.redis(), "earlier snapshot", ":{" + test.redis().name() + "}:*");
        assertThat(test.hash(test.redis().keys().state())).isEmpty();
    }

    @Test
    void aQueueWhoseNameLooksLikeThePartitionOfAnotherIsNotMistakenForAnOldOne() {
        Layout.verify(test.redis());
        test.enqueue("a", "a1");
        RedisQueue partitionLike = named(test.redis().name() + ":0");

        assertThatCode(() -> Layout.verify(partitionLike)).doesNotThrowAnyException();
    }

    @Test
    void aRedisWithoutMemoryIsNoReasonNotToStart() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue full = TestQueue.on(redis);
            full.redis().read(commands -> commands.configSet("maxmemory", "1"));

            assertThatCode(() -> Layout.verify(full.redis())).doesNotThrowAnyException();
        }
    }

    private static RedisQueue named(String name) {
        RedisAccess access = TestRedis.access();
        QueueName queue = new QueueName(name);
        return new RedisQueue(queue, Defaults.queue(), new Keys("test", queue), access,
                new Scripts(access, (script, took) -> {}));
    }

    private void write(String key, String field, String value) {
        test.redis().read(commands -> commands.hset(bytes(key), bytes(field), bytes(value)));
    }

    private static void assertRefused(RedisQueue queue, String... words) {
        assertThatThrownBy(() -> Layout.verify(queue))
                .asInstanceOf(type(RedisStartException.class))
                .satisfies(refused -> {
                    assertThat(refused).hasMessageContainingAll(words);
                    assertThat(refused.remedy()).contains("docs/upgrading.md");
                });
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
