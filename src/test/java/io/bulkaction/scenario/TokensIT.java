package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupLimits;
import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import io.bulkaction.testing.VirtualWorkers;
import io.bulkaction.testing.VirtualWorkers.Attempt;
import io.bulkaction.testing.VirtualWorkers.Start;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No window has more starts than tokens, whatever happens, and nearly all tokens are used while there is work that may run:
 * with tokens that are earned over the window, as a service has them, and a giant that could use all of them.
 */
class TokensIT {

    private static final int TOKENS = 100;
    private static final long WINDOW = 1_000;
    private static final double NEARLY_ALL = 0.95;
    private static final int LEASE = 2_000;
    private static final PrivateRedis REDIS = PrivateRedis.start();

    private final TestQueue test = TestQueue.on(
            REDIS,
            "backpressure.global-rps", "" + TOKENS, "backpressure.rate-limit-window", WINDOW + "ms",
            "backpressure.rate-limit-burst", "50ms", "reliability.lease", LEASE + "ms");

    @AfterEach
    void everyJobIsInOnePlace() {
        Accounting.prove(test);
    }

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void openGroupsWithoutWorkLeaveTheirTokensToTheGiant() {
        VirtualWorkers workers = workers(20, _ -> Attempt.succeeds(5));
        for (int i = 0; i < 200; i++) {
            test.enqueue(TestQueue.batch("open-" + i, null, false, List.of("open-" + i)));
        }
        workers.run(3 * WINDOW);
        enqueue("giant", 1_000);
        long since = test.now();
        workers.run(5 * WINDOW);
        assertWithinTokens(workers);
        assertNearlyAllUsed(workers, since);
    }

    @Test
    void groupsThatAreThrottledAgainAndAgainLeaveTheirTokensToTheGiant() {
        VirtualWorkers workers = workers(20, job -> isGiant(job)
                ? Attempt.succeeds(5)
                : Attempt.isThrottled(5, Duration.ofMillis(1_300)));
        enqueue("giant", 1_000);
        for (int i = 0; i < 20; i++) {
            test.enqueue("throttled-" + i, "t-" + i, "u-" + i);
        }
        workers.run(6 * WINDOW);
        assertWithinTokens(workers);
        assertNearlyAllUsed(workers, TestQueue.START);
        assertThat(workers.starts()).filteredOn(start -> start.group().startsWith("throttled"))
                .as("they were called again").hasSizeGreaterThan(2 * 20);
    }

    @Test
    void groupsThatTrickleLeaveToTheGiantWhatTheyDoNotUse() {
        VirtualWorkers workers = workers(20, _ -> Attempt.succeeds(5));
        enqueue("giant", 1_000);
        for (int step = 0; step < 50; step++) {
            test.enqueue(TestQueue.batch("trickle-" + step % 7, null, false, List.of("trickle-" + step)));
            workers.run(WINDOW / 10);
        }
        assertWithinTokens(workers);
        assertNearlyAllUsed(workers, TestQueue.START);
        assertThat(workers.starts()).filteredOn(start -> start.group().startsWith("trickle")).hasSizeGreaterThan(48);
    }

    @Test
    void aGroupWithARateOfItsOwnUsesThatAndTheGiantTheRest() {
        VirtualWorkers workers = workers(20, _ -> Attempt.succeeds(5));
        enqueue("giant", 1_000);
        EnqueueBatch plain = TestQueue.batch("limited", null, true, ids("limited", 200));
        test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs()).with(new GroupLimits(20.0, null)));
        workers.run(6 * WINDOW);
        assertWithinTokens(workers);
        assertNearlyAllUsed(workers, TestQueue.START);
        windows(TestQueue.START).forEach(window -> assertThat(startsIn(workers, window, "limited"::equals))
                .isBetween((long) (NEARLY_ALL * 20), 20L));
    }

    @Test
    void workersThatAreJustFastEnoughUseNearlyAll() {
        VirtualWorkers workers = workers(TOKENS * 17 / 10, _ -> Attempt.succeeds(1_650));
        enqueue("giant", 1_000);
        workers.run(8 * WINDOW);
        assertWithinTokens(workers);
        assertNearlyAllUsed(workers, TestQueue.START + 2 * WINDOW);
    }

    @Test
    void workersThatWereHeldUpAndAreFreedTogetherStartNoMore() {
        long freed = TestQueue.START + 2 * WINDOW + 300;
        VirtualWorkers workers = workers(300, _ -> Attempt.succeeds(Math.max(5, freed - test.now())));
        enqueue("giant", 1_500);
        workers.run(8 * WINDOW);
        assertWithinTokens(workers);
        assertNearlyAllUsed(workers, TestQueue.START);
    }

    @Test
    void retriesPayForEachStart() {
        VirtualWorkers workers = workers(20, job -> job.job().attempt() == 1
                ? Attempt.isRetried(5, Duration.ofMillis(700))
                : Attempt.succeeds(5));
        enqueue("giant", 1_000);
        workers.run(6 * WINDOW);
        assertWithinTokens(workers);
        assertNearlyAllUsed(workers, TestQueue.START);
        assertThat(workers.starts()).filteredOn(start -> start.attempt() == 2).hasSizeGreaterThan(2 * TOKENS);
    }

    @Test
    void whatIsRecoveredAfterAKillPaysAgain() {
        VirtualWorkers killed = workers(20, _ -> Attempt.succeeds(300));
        VirtualWorkers other = workers(20, _ -> Attempt.succeeds(5));
        enqueue("giant", 1_000);
        killed.run(450);
        killed.die();
        for (int i = 0; i < 8; i++) {
            other.run(550);
            test.recover(50);
        }
        other.starts().addAll(killed.starts());
        assertThat(other.starts()).filteredOn(start -> start.attempt() == 2).hasSize(20);
        assertWithinTokens(other);
        assertNearlyAllUsed(other, TestQueue.START + WINDOW);
    }

    @Test
    void whatAStopGivesBackPaysAgainWhenItStarts() {
        VirtualWorkers workers = workers(20, _ -> Attempt.succeeds(40));
        enqueue("giant", 1_000);
        for (int i = 0; i < 12; i++) {
            workers.run(430);
            workers.stop();
        }
        assertWithinTokens(workers);
        assertNearlyAllUsed(workers, TestQueue.START);
    }

    @Test
    void aPauseWithinAWindowLetsNoWindowHaveMore() {
        VirtualWorkers workers = workers(20, _ -> Attempt.succeeds(5));
        Verbs verbs = new Verbs(test);
        enqueue("giant", 1_000);
        for (int i = 0; i < 5; i++) {
            workers.run(330);
            verbs.pause("test");
            workers.run(1_100);
            verbs.resume();
        }
        long since = test.now();
        workers.run(4 * WINDOW);
        assertWithinTokens(workers);
        assertNearlyAllUsed(workers, since);
    }

    /** Ten tokens a window: three workers could use nearly twice as many. */
    @Test
    void queuesThatShareALimiterStartNoMoreTogetherThanItHas() {
        String[] limited = {"backpressure.limiter", "partner-of-" + test.redis().name()};
        TestQueue one = test.beside(limited);
        TestQueue other = test.beside(limited);
        List<VirtualWorkers> workers = Stream.of(one, other)
                .map(queue -> new VirtualWorkers(queue, 3, _ -> Attempt.succeeds(170)))
                .toList();
        Stream.of(one, other).forEach(queue -> new JobDriver(queue).enqueueMany("giant", 100));

        VirtualWorkers.runTogether(6 * WINDOW, workers);

        assertThat(workers).allSatisfy(each -> assertThat(each.starts()).isNotEmpty());
        assertThat(windows(TestQueue.START)).isNotEmpty().allSatisfy(window -> assertThat(
                workers.stream().mapToLong(each -> startsIn(each, window, any -> true)).sum())
                .as("starts in window %s", window).isEqualTo(10));
        Accounting.prove(one);
        Accounting.prove(other);
    }

    private VirtualWorkers workers(int count, Function<ClaimedJob, Attempt> work) {
        return new VirtualWorkers(test, count, work);
    }

    private void assertWithinTokens(VirtualWorkers workers) {
        assertThat(windows(TestQueue.START)).isNotEmpty().allSatisfy(window -> assertThat(
                startsIn(workers, window, any -> true)).as("starts in window %s", window).isLessThanOrEqualTo(TOKENS));
    }

    private void assertNearlyAllUsed(VirtualWorkers workers, long since) {
        assertThat(windows(since)).isNotEmpty().allSatisfy(window -> assertThat(
                startsIn(workers, window, any -> true)).as("starts in window %s", window)
                .isGreaterThanOrEqualTo((long) (NEARLY_ALL * TOKENS)));
    }

    /** Those that have begun since then and are over. */
    private List<Long> windows(long since) {
        return LongStream.range(-Math.floorDiv(-since, WINDOW), test.now() / WINDOW).boxed().toList();
    }

    private static long startsIn(VirtualWorkers workers, long window, Predicate<String> ofGroup) {
        return workers.starts().stream()
                .filter(start -> start.at() / WINDOW == window)
                .map(Start::group)
                .filter(ofGroup)
                .count();
    }

    private static boolean isGiant(ClaimedJob job) {
        return job.groupId().value().equals("giant");
    }

    private void enqueue(String group, int jobs) {
        new JobDriver(test).enqueueMany(group, jobs);
    }

    private static List<String> ids(String group, int count) {
        return IntStream.range(0, count).mapToObj(i -> group + "-" + i).toList();
    }
}
