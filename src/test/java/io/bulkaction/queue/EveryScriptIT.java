package io.bulkaction.queue;

import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.Seed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Long random histories that use every script, with the books proved after every step. */
class EveryScriptIT {

    private static final PrivateRedis REDIS = PrivateRedis.start();

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void theBooksAreRightAfterEveryStepAndEveryJobEnds() {
        Seed.histories("every script", 24, seed -> {
            RandomHistory history = new RandomHistory(REDIS, seed);
            history.play(100);
            history.drain();
        });
    }
}
