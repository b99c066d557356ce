package io.bulkaction.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.internal.settings.RedisSettings;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;

class RedisChecksTest {

    @Test
    void asksAgainIfTheReasonOfARefusalWasGoneBeforeItWasRead() {
        Refusing redis = new Refusing("RedisHandshakeHandler not registered", "NOAUTH Authentication required.");

        assertThatThrownBy(redis.checks()::verify)
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("refuses the login (spring.data.redis.username, .password): NOAUTH");
        assertThat(redis.reasons).isEmpty();
    }

    @Test
    void doesNotAskForEver() {
        Refusing redis = new Refusing("RedisHandshakeHandler not registered");
        redis.isEndless = true;

        assertThatThrownBy(redis.checks()::verify)
                .isInstanceOf(RedisStartException.class)
                .hasMessageContaining("cannot be reached: RedisHandshakeHandler not registered");
    }

    /** Refuses each connection with the next of its reasons. */
    private static final class Refusing {

        private final Queue<String> reasons;
        private boolean isEndless;

        Refusing(String... reasons) {
            this.reasons = new ArrayDeque<>(List.of(reasons));
        }

        RedisChecks checks() {
            RedisLocation location =
                    RedisLocation.of(RedisURI.create("localhost", 6379), null,
                            "spring.data.redis.host and .port, or .url");
            return new RedisChecks(location, this::info, new Binder().bindOrCreate("", RedisSettings.class));
        }

        private List<ServerInfo> info(String section) {
            String reason = isEndless ? reasons.element() : reasons.remove();
            throw new RedisConnectionException("Unable to connect to Redis", new RedisConnectionException(reason));
        }
    }
}
