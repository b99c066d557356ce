package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.settings.QueueSettings;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.Seed;
import io.bulkaction.testing.TestQueue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fair order: by example, and against the model over random histories. */
class FairOrderIT {

    private static final PrivateRedis REDIS = PrivateRedis.start();
    private static final QueueSettings PLENTY = TestQueue.settings(
            "backpressure.global-rps", "1000000000", "backpressure.ready-queue-max-size", "1000000");

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void scriptsServeAsTheModelDoesInAnyHistory() {
        Seed.histories("fair order", 300, seed -> new FairHistory(REDIS, seed).play());
    }

    @Test
    void addingJobsToAWaitingGroupKeepsItsTurn() {
        TestQueue test = TestQueue.on(REDIS, "fair-queue.alpha", "0");
        test.enqueue("a", "a1", "a2");
        test.enqueue("b", "b1", "b2");
        test.advance(1000);
        test.enqueue("a", "a3");
        assertThat(served(test, 10)).containsExactly("a1", "b1", "a2", "b2", "a3");
    }

    @Test
    void aGroupThatComesBackFromIdleQueuesBehindThoseThatWait() {
        TestQueue test = TestQueue.on(REDIS, "fair-queue.alpha", "0");
        test.enqueue("a", "a1");
        test.enqueue("b", "b1", "b2");
        assertThat(served(test, 2)).containsExactly("a1", "b1");
        test.enqueue("a", "a2");
        assertThat(served(test, 2)).containsExactly("b2", "a2");
    }

    @Test
    void groupsOfOneMillisecondAreServedInTheOrderTheyCame() {
        TestQueue test = TestQueue.on(REDIS);
        List<String> ids = IntStream.range(0, 200).mapToObj(i -> "j" + i).toList();
        for (int i = 0; i < 200; i++) {
            // why backwards: names must not happen to give the order
            test.enqueue("g" + (1000 - i), ids.get(i));
        }
        assertThat(served(test, 100)).isEqualTo(ids.subList(0, 100));
        assertThat(served(test, 100)).isEqualTo(ids.subList(100, 200));
    }

    @Test
    void aBatchEndsAfterAHundredGroupsAndTheNextGoesOn() {
        TestQueue test = TestQueue.on(REDIS, PLENTY);
        List<String> ids = IntStream.range(0, 150).mapToObj(i -> "job-" + i).toList();
        ids.forEach(id -> test.enqueue("group-of-" + id, id));

        FairQueue.Fetched first = test.fetch(400);

        assertThat(first.ready()).isEqualTo(100);
        assertThat(first.stop()).isEqualTo(FairQueue.Stop.MORE);
        assertThat(test.fetch(400).ready()).isEqualTo(50);
        assertThat(test.ready()).isEqualTo(ids);
    }

    @Test
    void higherLevelsGoFirst() {
        TestQueue test = TestQueue.on(REDIS);
        test.enqueue("low", PriorityLevel.LOW, "l1");
        test.enqueue("normal", PriorityLevel.NORMAL, "n1", "n2");
        test.enqueue("high", PriorityLevel.HIGH, "h1", "h2");
        assertThat(served(test, 10)).containsExactly("h1", "h2", "n1", "n2", "l1");
    }

    @Test
    void aNearlyFinishedGroupOvertakesNobodyWhoHasWaitedLongerThanTheBound() {
        TestQueue test = TestQueue.on(REDIS, "fair-queue.alpha", "1000000", "fair-queue.max-boost", "5s");
        test.enqueue("quick", "q1", "q2", "q3");
        test.complete(serve(test, 1));
        test.enqueue("old", "o1");
        test.advance(5_001);
        assertThat(served(test, 1)).as("within the bound the boost counts").containsExactly("q2");
        assertThat(served(test, 1)).as("beyond it waiting counts").containsExactly("o1");
    }

    @Test
    void aLaterSubmitWithAnotherLevelMovesTheWholeGroup() {
        TestQueue test = TestQueue.on(REDIS);
        test.enqueue("a", PriorityLevel.LOW, "a1", "a2");
        test.enqueue("b", PriorityLevel.NORMAL, "b1");
        test.enqueue("a", PriorityLevel.HIGH, "a3");
        assertThat(served(test, 10)).containsExactly("a1", "a2", "a3", "b1");
    }

    @Test
    void groupsGetSharesInProportionToTheirWeights() {
        TestQueue test = TestQueue.on(REDIS, PLENTY);
        weigh(test, "one", 1, 1000);
        weigh(test, "two", 2, 1000);
        weigh(test, "five", 5, 1000);
        Random random = new Random(5);

        Map<String, Integer> served = new HashMap<>();
        for (int left = 1600; left > 0;) {
            int limit = Math.min(left, 1 + random.nextInt(20));
            serve(test, limit).forEach(job -> served.merge(job.groupId().value(), 1, Integer::sum));
            left -= limit;
        }

        assertThat(served.get("one")).isBetween(190, 210);
        assertThat(served.get("two")).isBetween(380, 420);
        assertThat(served.get("five")).isBetween(950, 1050);
    }

    @Test
    void aLightGroupBesideAHeavyOneGetsItsSmallShare() {
        TestQueue test = TestQueue.on(REDIS, PLENTY);
        weigh(test, "light", 0.01, 100);
        weigh(test, "heavy", 1, 1000);
        int light = 0;
        for (int fetch = 0; fetch < 101; fetch++) {
            List<String> served = served(test, 10);
            assertThat(served).hasSize(10);
            light += (int) served.stream().filter(id -> id.startsWith("light")).count();
        }
        assertThat(light).isBetween(9, 11);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 50, 99})
    void lightGroupsAloneAreServedAsQuicklyAsOthers(int groups) {
        TestQueue test = TestQueue.on(REDIS, PLENTY);
        IntStream.range(0, groups).forEach(i -> weigh(test, "g" + i, 0.01, 1 + 300 / groups));
        for (int limit : new int[] {1, 10, 100, 1, 30}) {
            assertThat(test.fetch(limit).ready()).as("of %d", limit).isEqualTo(limit);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.01})
    void moreLightGroupsThanABatchMeetsWaitForOneLapOnly(double weight) {
        TestQueue test = TestQueue.on(REDIS, PLENTY);
        IntStream.range(0, 300).forEach(i -> weigh(test, "g" + i, weight, 1));
        int moved = 0;
        for (int fetch = 0; fetch < 8; fetch++) {
            moved += test.fetch(100).ready();
        }
        assertThat(moved).isEqualTo(300);
        assertThat(test.fetch(100).stop()).isEqualTo(FairQueue.Stop.EMPTY);
    }

    @Test
    void lightGroupsMakeRoomForAHeavyOneThatComesLater() {
        TestQueue test = TestQueue.on(REDIS, PLENTY);
        IntStream.range(0, 10).forEach(i -> weigh(test, "g" + i, 0.01, 100));
        served(test, 50);
        weigh(test, "heavy", 1, 1000);
        served(test, 100);
        long heavy = IntStream.range(0, 10).mapToObj(i -> served(test, 80)).flatMap(List::stream)
                .filter(id -> id.startsWith("heavy")).count();
        assertThat(heavy).as("of 800, beside 10 x 0.01").isBetween(700L, 755L);
    }

    @Test
    void aSubmitWithoutAWeightKeepsTheGroups() {
        TestQueue test = TestQueue.on(REDIS, PLENTY);
        weigh(test, "a", 3, 5);
        test.enqueue("a", "a6", "a7", "a8");
        weigh(test, "b", 1, 8);
        assertThat(test.meta("a")).containsEntry("weight", "3.0");
        assertThat(served(test, 2)).allMatch(id -> id.startsWith("a"));
        assertThat(served(test, 2)).as("three of a, one of b").satisfiesExactly(
                id -> assertThat(id).startsWith("a"), id -> assertThat(id).startsWith("b"));
    }

    private static void weigh(TestQueue test, String group, double weight, int jobs) {
        EnqueueBatch plain = TestQueue.batch(
                group, null, true, IntStream.range(0, jobs).mapToObj(i -> group + "-" + i).toList());
        test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs()).with(new GroupLimits(null, null, weight)));
    }

    private static List<String> served(TestQueue test, int limit) {
        return serve(test, limit).stream().map(job -> job.id().value()).toList();
    }

    private static List<ClaimedJob> serve(TestQueue test, int limit) {
        test.fetch(limit);
        return test.claim(limit);
    }
}
