package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupLimits;
import io.bulkaction.PriorityLevel;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.VirtualWorkers;
import io.bulkaction.testing.VirtualWorkers.Attempt;
import io.bulkaction.testing.VirtualWorkers.Start;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Who gets how much of the workers, with the settings of a new service: counted where jobs start, while all have work. One
 * that comes late starts within one working buffer of Ready and a turn of each of the others. {@code
 * -Dchaos.dead-letters=100000} and {@code -Dchaos.dead-groups=100000} for more dead letters.
 */
class FairnessIT {

    private static final double EVEN = 0.99;
    private static final int DEAD = Integer.getInteger("chaos.dead-letters", 20_000);
    private static final int DEAD_GROUPS = Integer.getInteger("chaos.dead-groups", 3_000);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final PrivateRedis REDIS = PrivateRedis.start();

    private TestQueue test = TestQueue.on(REDIS);

    @AfterEach
    void everyJobIsInOnePlace() {
        Accounting.prove(test);
        REDIS.clear();
    }

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void groupsOfVeryDifferentSizesGetTheSameUntilTheyAreDone() {
        VirtualWorkers workers = workers(10, 10);
        Map<String, Integer> sizes = Map.of("giant", 5_000, "big", 2_000, "middle", 1_500, "small", 500);
        sizes.forEach(this::enqueue);

        workers.run(1_500);
        assertThat(jain(workers.startsByGroup().values())).as("%s", workers.startsByGroup()).isGreaterThan(EVEN);
        assertComesSoon(workers, "late", null);

        Map<String, Integer> before = workers.startsByGroup();
        workers.run(1_500);
        Map<String, Integer> since = since(before, workers.startsByGroup());
        since.keySet().removeAll(List.of("small", "late"));
        assertThat(since).as("those that are left").hasSize(3);
        assertThat(jain(since.values())).as("%s", since).isGreaterThan(EVEN);
    }

    @Test
    void jobsThatTrickleInBesideAGiantStartAtOnceAndTheGiantHasTheRest() {
        VirtualWorkers workers = workers(10, 10);
        enqueue("giant", 5_000);
        workers.run(100);
        Map<String, Long> arrivals = new HashMap<>();
        for (int round = 0; round < 30; round++) {
            for (int i = 0; i < 10; i++) {
                String id = "trickle-" + i + "-" + round;
                test.enqueue(TestQueue.batch("trickle-" + i, null, false, List.of(id)));
                arrivals.put(id, (long) workers.starts().size());
                workers.run(10);
                assertThat(workers.areAllBusy()).isTrue();
            }
        }
        workers.run(100);
        List<String> order = workers.starts().stream().map(Start::job).toList();
        arrivals.forEach((id, before) -> assertThat(order.indexOf(id) - before).as("jobs started before %s", id)
                .isBetween(0L, workers.workingBuffer() + 10L));
        Map<String, Integer> served = workers.startsByGroup();
        assertThat(served.remove("giant")).isGreaterThan(2_500);
        assertThat(jain(served.values())).as("%s", served).isGreaterThan(EVEN);
    }

    @Test
    void hundredsOfGroupsHaveTheirTurnWithinARoundAndGetTheSame() {
        VirtualWorkers workers = workers(10, 10);
        IntStream.range(0, 500).forEach(i -> enqueue("g" + i, 30)); // so that none comes to its last few jobs
        workers.run(3_000);
        enqueue("late", 30);
        long arrived = test.now();
        workers.run(4_000);

        Map<String, Integer> served = workers.startsByGroup();
        Start first = workers.starts().stream().filter(start -> start.group().equals("late")).findFirst().orElseThrow();
        long round = test.redis().settings().fairQueue().roundTime()
                .plus(test.redis().settings().backpressure().readyTargetWait()).toMillis();
        assertThat(first.at() - arrived).as("of the virtual clock").isLessThan(round);
        served.remove("late");
        assertThat(served).hasSize(500);
        assertThat(jain(served.values())).isGreaterThan(EVEN);
    }

    @Test
    void aTenantWithAHundredGroupsGetsAsMuchAsOneWithOneAndDelaysNobody() {
        VirtualWorkers workers = workers(10, 10);
        IntStream.range(0, 100).forEach(i -> enqueue("sybil/" + i, 100));
        for (String group : List.of("honest/one", "single", "other")) {
            enqueue(group, 2_000);
        }
        workers.run(2_000);
        assertComesSoon(workers, "late", null);
        workers.run(1_000);

        Map<String, Integer> served = new HashMap<>();
        workers.startsByGroup().forEach((group, jobs) -> served.merge(group.split("/")[0], jobs, Integer::sum));
        served.remove("late");
        assertThat(served).hasSize(4);
        assertThat(jain(served.values())).as("%s", served).isGreaterThan(EVEN);
        Map<String, Integer> inside = new HashMap<>(workers.startsByGroup());
        inside.keySet().removeIf(group -> !group.startsWith("sybil/"));
        assertThat(inside).as("each of its groups has its turns").hasSize(100);
    }

    @Test
    void veryManyDeadLettersRetriedAtOnceTakeNobodysTurn() {
        fillDeadLetters("broken");
        for (String group : List.of("a", "b", "c")) {
            enqueue(group, 2_000);
        }
        VirtualWorkers workers = workers(10, 10);
        workers.run(100);

        Map<String, Integer> before = workers.startsByGroup();
        retryAll(workers);
        workers.run(1_000);
        assertComesSoon(workers, "urgent", PriorityLevel.HIGH);
        assertComesSoon(workers, "late", null);
        workers.run(1_000);

        Map<String, Integer> since = since(before, workers.startsByGroup());
        since.keySet().removeAll(List.of("urgent", "late"));
        assertThat(since).hasSize(4);
        assertThat(jain(since.values())).as("%s", since).isGreaterThan(EVEN);
    }

    @Test
    void veryManyGroupsRetriedAtOnceOvertakeNobodyWhoCameBefore() {
        IntStream.range(0, DEAD_GROUPS).forEach(i -> enqueue("broken-" + i, 1));
        assertThat(new JobDriver(test).failAll("DENIED")).isEqualTo(DEAD_GROUPS);
        VirtualWorkers workers = workers(10, 10);
        enqueue("giant", 2_000);
        workers.run(100);
        enqueue("newcomer", 1);
        DeadLetters deadLetters = DeadLetters.of(test.queue());
        for (int retried = 0; retried < DEAD_GROUPS;) {
            retried += deadLetters.retry(DeadLetters.select(test.redis(), Filter.ALL, null, 0).jobs()).size();
        }

        assertStartsSoon(workers, "newcomer");
    }

    @Test
    void veryManyGroupsThatAreDueAfterAnOutageOvertakeNobodyWhoCameBefore() {
        IntStream.range(0, DEAD_GROUPS).forEach(i -> enqueue("unlucky-" + i, 1));
        VirtualWorkers workers = new VirtualWorkers(test, 10, job -> groupOf(job).startsWith("unlucky-")
                && job.job().attempt() == 1 ? Attempt.isRetried(1, MINUTE) : Attempt.succeeds(10));
        workers.run(MINUTE.toMillis() / 2);
        assertThat(test.nonReady()).hasSize(DEAD_GROUPS);
        enqueue("giant", 2_000);
        workers.run(100);
        test.advance(MINUTE.toMillis()); // while no instance runs
        enqueue("newcomer", 1);

        assertStartsSoon(workers, "newcomer");
    }

    @Test
    void withCostByTimeSlowJobsGetAsMuchOfTheWorkersAsQuickOnes() {
        assertThat(jainOfWorkerTime("time")).isGreaterThan(EVEN);
    }

    @Test
    void withCostByJobsSlowJobsGetMostOfTheWorkers() {
        assertThat(jainOfWorkerTime("jobs")).as("so the setting changes something").isLessThan(0.8);
    }

    @Test
    void weightsOfOneTwoAndFiveGiveSharesOfOneTwoAndFiveAlsoWhenTheyChange() {
        VirtualWorkers workers = workers(10, 10);
        Map<String, Integer> weights = Map.of("one", 1, "two", 2, "five", 5);
        weights.forEach((group, weight) -> {
            enqueue(group, 2_000);
            weigh(group, weight);
        });
        workers.run(2_000);
        assertShares(workers.startsByGroup(), weights);

        Map<String, Integer> changed = Map.of("one", 5, "two", 2, "five", 1);
        changed.forEach(this::weigh);
        workers.run(200); // what is in Ready, and the turns that go on
        Map<String, Integer> before = workers.startsByGroup();
        workers.run(2_000);
        assertShares(since(before, workers.startsByGroup()), changed);
    }

    /** Of groups with jobs of 50 ms beside groups with jobs of 5 ms. */
    private double jainOfWorkerTime(String cost) {
        test = TestQueue.on(REDIS, "fair-queue.cost", cost);
        Map<String, Integer> millis = Map.of("slow-1", 50, "slow-2", 50, "quick-1", 5, "quick-2", 5);
        VirtualWorkers workers = new VirtualWorkers(test, 10, job -> Attempt.succeeds(millis.get(groupOf(job))));
        millis.keySet().forEach(group -> enqueue(group, 3_000));
        workers.run(1_000); // until it is known what a job takes
        Map<String, Integer> before = workers.startsByGroup();
        workers.run(4_000);
        Map<String, Integer> worked = since(before, workers.startsByGroup());
        worked.replaceAll((group, jobs) -> jobs * millis.get(group));
        return jain(worked.values());
    }

    private void assertComesSoon(VirtualWorkers workers, String group, PriorityLevel level) {
        int before = workers.starts().size();
        int others = level == null ? workers.startsByGroup().size() : 0;
        test.enqueue(TestQueue.batch(group, level, true, List.of(group + "-1", group + "-2")));
        workers.run(1_000);
        List<String> after = workers.starts().stream().skip(before).map(Start::group).toList();
        assertThat(after.indexOf(group)).as("jobs of others started before the first of %s", group)
                .isBetween(0, workers.workingBuffer() + others);
    }

    /** Of a group that was there before others came back. */
    private static void assertStartsSoon(VirtualWorkers workers, String group) {
        int before = workers.starts().size();
        workers.run(3_000);
        List<String> after = workers.starts().stream().skip(before).map(Start::group).toList();
        assertThat(after).as("what came back has its turn").hasSizeGreaterThan(2_000);
        assertThat(after.indexOf(group)).as("jobs of others started before the first of %s", group)
                .isBetween(0, workers.workingBuffer() + 2);
    }

    private static void assertShares(Map<String, Integer> served, Map<String, Integer> weights) {
        double each = served.values().stream().mapToInt(Integer::intValue).sum()
                / (double) weights.values().stream().mapToInt(Integer::intValue).sum();
        weights.forEach((group, weight) -> assertThat((double) served.get(group)).as("%s of %s", group, served)
                .isCloseTo(weight * each, Percentage.withPercentage(5)));
    }

    private VirtualWorkers workers(int count, int jobMillis) {
        return new VirtualWorkers(test, count, _ -> Attempt.succeeds(jobMillis));
    }

    private void enqueue(String group, int jobs) {
        new JobDriver(test).enqueueMany(group, jobs);
    }

    private void weigh(String group, int weight) {
        test.enqueue(EnqueueBatch.of(TestQueue.batch(group, null, true, List.of()).group(), "TEST", List.of())
                .with(new GroupLimits(null, null, (double) weight)));
    }

    private void fillDeadLetters(String group) {
        enqueue(group, DEAD);
        assertThat(new JobDriver(test).failAll("DENIED")).isEqualTo(DEAD);
    }

    /** As an administrator's task does: in small steps, while the workers work. */
    private void retryAll(VirtualWorkers workers) {
        DeadLetters deadLetters = DeadLetters.of(test.queue());
        for (int retried = 0; retried < DEAD;) {
            for (int step = 0; step < 20; step++) {
                retried += deadLetters.retry(DeadLetters.select(test.redis(), Filter.ALL, null, 0).jobs()).size();
            }
            workers.run(10);
        }
    }

    private static Map<String, Integer> since(Map<String, Integer> before, Map<String, Integer> after) {
        Map<String, Integer> since = new HashMap<>(after);
        since.replaceAll((group, count) -> count - before.getOrDefault(group, 0));
        return since;
    }

    private static String groupOf(ClaimedJob job) {
        return job.groupId().value();
    }

    /** 1 where all got the same, 1 / n where one of n got everything. */
    private static double jain(Collection<Integer> shares) {
        double sum = shares.stream().mapToDouble(Integer::doubleValue).sum();
        double squares = shares.stream().mapToDouble(Integer::doubleValue).flatMap(x -> DoubleStream.of(x * x)).sum();
        return sum * sum / (shares.size() * squares);
    }
}
