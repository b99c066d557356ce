package io.bulkaction.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bulkaction.internal.settings.RedisSettings;
import io.bulkaction.internal.settings.RedisSettings.EvictionPolicyCheck;
import io.lettuce.core.RedisConnectionException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

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
    private static final class Refusing extends LettuceConnectionFactory {

        private final Queue<String> reasons;
        private boolean isEndless;

        Refusing(String... reasons) {
            this.reasons = new ArrayDeque<>(List.of(reasons));
        }

        RedisChecks checks() {
            return new RedisChecks(this, new RedisSettings(EvictionPolicyCheck.FAIL, 100));
        }

        @Override
        public RedisConnection getConnection() {
            String reason = isEndless ? reasons.element() : reasons.remove();
            throw new RedisConnectionFailureException(
                    "Unable to connect to Redis", new RedisConnectionException(reason));
        }
    }
}
