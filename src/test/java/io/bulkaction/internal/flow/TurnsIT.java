package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where many groups wait and the workers are quick, a group gets several jobs at its turn: all get the same, only later. */
class TurnsIT {

    private static final int BATCH = 125;
    private static final int IN_BATCH = 8;
    private static final int TURN = BATCH / IN_BATCH;

    private final TestQueue test = TestQueue.with("backpressure.global-rps", "1000000");

    @AfterEach
    void everyJobIsInOnePlace() {
        Accounting.prove(test);
    }

    @Test
    void aBatchServesAFewOfManyGroupsAJobEachInTurn() {
        enqueue("g", 100, 40, null);
        workersTake(50_000);

        List<String> groups = fetched(BATCH);

        int rest = BATCH - IN_BATCH * TURN;
        assertThat(groups).hasSize(BATCH);
        assertThat(new HashSet<>(groups)).hasSize(IN_BATCH + 1);
        for (int round = 0, from = 0; round < TURN; round++) {
            int to = from + IN_BATCH + (round < rest ? 1 : 0); // the ninth has only begun its turn
            assertThat(groups.subList(from, to)).doesNotHaveDuplicates();
            from = to;
        }
    }

    @Test
    void aTurnThatTheEndOfABatchCutsShortGoesOnWithTheNext() {
        enqueue("g", 100, 40, null);
        workersTake(50_000);
        Map<String, Integer> served = new HashMap<>();
        fetched(BATCH).forEach(group -> served.merge(group, 1, Integer::sum));
        fetched(BATCH).forEach(group -> served.merge(group, 1, Integer::sum));
        assertThat(served.values().stream().filter(jobs -> jobs != TURN)).as("cut by the second").hasSize(1);
    }

    @Test
    void noGroupIsEverMoreThanATurnAheadOfAnother() {
        enqueue("g", 100, 40, null);
        workersTake(50_000);
        Map<String, Integer> served = new HashMap<>();
        IntStream.range(0, 100).forEach(i -> served.put("g" + i, 0));
        for (int jobs = 0; jobs < 3_000; jobs += BATCH) {
            fetched(BATCH).forEach(group -> served.merge(group, 1, Integer::sum));
            List<Integer> counts = served.values().stream().sorted().toList();
            assertThat(counts.getLast() - counts.getFirst()).isLessThanOrEqualTo(TURN);
        }
    }

    @Test
    void whileWorkersAreSlowEachTurnIsOneJob() {
        enqueue("g", 100, 5, null);
        workersTake(100); // a round of two jobs each would take two seconds
        assertThat(fetched(100)).doesNotHaveDuplicates();
    }

    @Test
    void withFewGroupsEachTurnIsOneJob() {
        enqueue("g", 32, 10, null);
        workersTake(50_000);
        List<String> groups = fetched(BATCH);
        assertThat(groups.subList(0, 32)).doesNotHaveDuplicates();
        assertThat(groups.subList(32, 64)).isEqualTo(groups.subList(0, 32));
    }

    @Test
    void theTimeOfARoundBoundsTheTurn() {
        TestQueue brief =
                TestQueue.with("backpressure.global-rps", "1000000", "fair-queue.round-time", "10ms");
        for (int i = 0; i < 100; i++) {
            brief.enqueue("g" + i, ids("g" + i, 20));
        }
        workersTake(brief, 50_000);
        brief.fetch(BATCH);
        Map<String, Integer> served = new HashMap<>();
        brief.ready().forEach(id -> served.merge(group(id), 1, Integer::sum));
        assertThat(served.values()).as("50,000 jobs a second, 100 groups, 10 ms").hasSize(25).containsOnly(5);
    }

    @Test
    void groupsThatAreBetterThanAllOthersGoOnAfterTheirTurn() {
        enqueue("g", 50, 10, null);
        for (String group : List.of("first", "second")) {
            EnqueueBatch plain = TestQueue.batch(group, null, true, List.of(ids(group, 40)));
            test.enqueue(plain.with(plain.given().with(3_600_000L)));
        }
        workersTake(50_000);
        assertThat(fetched(BATCH).subList(0, 80)).containsOnly("first", "second");
    }

    @Test
    void aLowerLevelWaitsUntilTheHigherIsServedThoughItsGroupsHaveHadTheirTurn() {
        enqueue("high", 40, 60, PriorityLevel.HIGH);
        enqueue("low", 5, 60, PriorityLevel.LOW); // few: what a batch has left would do for them
        workersTake(50_000);
        List<String> groups = new ArrayList<>();
        while (groups.size() < 40 * 60) {
            groups.addAll(fetched(BATCH));
        }
        assertThat(groups.subList(0, 40 * 60)).allMatch(group -> group.startsWith("high"));
    }

    @Test
    void groupsThatRunOutMakeRoomAndNothingIsLeftBehind() {
        for (int i = 0; i < 60; i++) {
            test.enqueue("g" + i, ids("g" + i, i % 3 == 0 ? 100 : 1));
        }
        workersTake(50_000);
        int fetched = 0;
        FairQueue.Fetched last;
        do {
            last = test.fetch(BATCH);
            fetched += last.ready();
        } while (last.stop() == Stop.MORE);
        assertThat(last.stop()).isEqualTo(Stop.EMPTY);
        assertThat(fetched).isEqualTo(20 * 100 + 40);
    }

    private void enqueue(String name, int groups, int each, @Nullable PriorityLevel level) {
        for (int i = 0; i < groups; i++) {
            test.enqueue(name + i, level, ids(name + i, each));
        }
    }

    private static String[] ids(String group, int count) {
        return IntStream.range(0, count).mapToObj(i -> group + "-" + i).toArray(String[]::new);
    }

    private static String group(String id) {
        return id.substring(0, id.indexOf('-'));
    }

    private List<String> fetched(int limit) {
        test.fetch(limit);
        return test.claim(limit).stream().map(job -> job.groupId().value()).toList();
    }

    private void workersTake(int perSecond) {
        workersTake(test, perSecond);
    }

    private static void workersTake(TestQueue queue, int perSecond) {
        queue.redis().read(commands -> commands.hset(queue.redis().keys().pace(),
                Map.of(bytes("claimRate"), bytes("" + perSecond), bytes("claimedAt"), bytes("" + queue.now()))));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
