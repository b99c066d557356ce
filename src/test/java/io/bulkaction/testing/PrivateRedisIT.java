package io.bulkaction.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PrivateRedisIT {

    /** They could once not be read: whoever found a slow command got an unknown error instead of its name. */
    @Test
    void slowCommandsAreNamed() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            redis.watchForCommandsOver(Duration.ofMinutes(1));
            assertThat(redis.slowCommands()).isEmpty();
            redis.watchForCommandsOver(Duration.ZERO);
            redis.clear();
            assertThat(redis.slowCommands()).anyMatch(command -> command.matches("\\d+ us: FLUSHALL.*"));
        }
    }
}
