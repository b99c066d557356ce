package io.bulkaction.internal.flow;

import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.Seed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Long random histories that use every script, with the books proved after every step; see {@link Seed}. */
class EveryScriptIT {

    private static final int HISTORIES = 12;
    private static final int STEPS = Integer.getInteger("chaos.steps", 100);

    private static final PrivateRedis REDIS = PrivateRedis.start();

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void theBooksAreRightAfterEveryStepNoLateWordCountsAndEveryJobEnds() {
        Seed.histories("every script", HISTORIES, seed -> {
            RandomHistory history = new RandomHistory(REDIS, seed);
            history.play(STEPS);
            history.drain();
        });
    }
}
