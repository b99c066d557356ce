package io.bulkaction.internal.flow;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.redis.Script;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.Seed;
import io.bulkaction.testing.TestQueue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Long random histories that use every script, with the books proved after every step; see {@link Seed}. */
class EveryScriptIT {

    private static final int HISTORIES = 12;
    private static final int STEPS = Integer.getInteger("chaos.steps", 100);

    /** They only read; what they show is compared elsewhere. */
    private static final Set<Script> READS = EnumSet.of(
            Script.PROGRESS, Script.STANDING, Script.LIST, Script.SEARCH, Script.SURVEY, Script.LOCATE, Script.RECORD,
            Script.BROWSE, Script.SELECT, Script.COUNT_ERRORS);

    /** Records of their own, which know nothing of jobs. */
    private static final Set<Script> RECORDS = EnumSet.of(
            Script.BEAT, Script.SWAP, Script.PLAN, Script.PLOT, Script.REMEMBER);

    /** Of queues with several partitions or a limiter: LedgerIT and TokensIT, PartitionCountIT, and PausesIT play them. */
    private static final Set<Script> OF_PARTITIONS = EnumSet.of(Script.GRANT, Script.REPARTITION, Script.SPREAD);

    /** There is nothing to repair; DoctorIT breaks things. */
    private static final Set<Script> REPAIRS = EnumSet.of(Script.MEND, Script.RECOUNT, Script.SEEK, Script.PLACE);

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

    @Test
    void everyScriptIsPlayedUnlessThereIsAReason() {
        Set<Script> played = ConcurrentHashMap.newKeySet();
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue.watched(redis, played::add);
            RandomHistory history = new RandomHistory(redis, 1);
            history.playEverything();
            history.theDoctorFindsNothing();
            history.drain();
        }
        Set<Script> missing =
                Arrays.stream(Script.values()).filter(script -> !played.contains(script)).collect(toSet());
        for (Set<Script> left : Set.of(READS, RECORDS, OF_PARTITIONS, REPAIRS)) {
            missing.removeAll(left);
        }
        assertThat(missing).isEmpty();
    }
}
