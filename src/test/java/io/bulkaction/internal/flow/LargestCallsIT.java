package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.internal.flow.LargestCalls.Case;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * No call of a script keeps Redis for long, however much is queued: counted in commands and in bytes of the reply, which
 * are the same on every machine. What they take is measured by the benchmark.
 */
class LargestCallsIT {

    private static final int MOST_COMMANDS = 2_000;
    private static final int LARGEST_REPLY = 3 * 512 * 1024;

    private static final PrivateRedis REDIS = PrivateRedis.start();

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @ParameterizedTest
    @MethodSource("largest")
    void theLargestCallOfEachScriptIsBounded(Case largest) {
        REDIS.clear();
        TestQueue test = TestQueue.on(REDIS);
        List<ClaimedJob> jobs = largest.prepare().apply(test);

        PrivateRedis.Cost cost = REDIS.costOf(() -> largest.call().on(test, jobs));

        System.out.println(cost + " for " + largest);
        assertThat(cost.commands()).as("commands").isLessThan(MOST_COMMANDS);
        assertThat(cost.replied()).as("bytes of the reply").isLessThan(LARGEST_REPLY);
    }

    @Test
    void everyScriptHasALargestCallUnlessItIsOfOneSize() {
        Set<Script> known = LargestCalls.all().stream().map(Case::script).collect(Collectors.toSet());

        assertThat(known).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(LargestCalls.OF_ONE_SIZE)));
    }

    static Stream<Case> largest() {
        return LargestCalls.all().stream();
    }
}
