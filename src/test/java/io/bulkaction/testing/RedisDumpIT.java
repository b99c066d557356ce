package io.bulkaction.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

class RedisDumpIT {

    private final String prefix = TestRedis.uniquePrefix();
    private final StringRedisTemplate redis = new StringRedisTemplate(TestRedis.connectionFactory());

    @Test
    void showsEveryKeyOfThePrefixWithTypeAndContents() {
        redis.opsForValue().set(prefix + ":{q}:text", "hello", Duration.ofMinutes(5));
        redis.opsForList().rightPushAll(prefix + ":{q}:list", "a", "b");
        redis.opsForSet().add(prefix + ":{q}:set", "y", "x");
        redis.opsForHash().putAll(prefix + ":{q}:hash", Map.of("total", "3", "done", "1"));
        redis.opsForZSet().add(prefix + ":{q}:zset", "group-a", 1.5);
        redis.opsForStream().add(prefix + ":{q}:stream", Map.of("who", "admin"));
        redis.opsForValue().set(TestRedis.uniquePrefix() + ":other", "not ours");

        String dump = RedisDump.of(TestRedis.access(), prefix);

        assertThat(dump)
                .startsWith("6 keys of '" + prefix + "'")
                .contains(":{q}:text (expires in ", "= hello")
                .contains("LIST   " + prefix + ":{q}:list = [a, b]")
                .contains("SET    " + prefix + ":{q}:set = [x, y]")
                .contains("HASH   " + prefix + ":{q}:hash = {done=1, total=3}")
                .contains("ZSET   " + prefix + ":{q}:zset = [group-a=1.5]")
                .contains("STREAM " + prefix + ":{q}:stream")
                .contains("admin")
                .doesNotContain("not ours");
    }
}
