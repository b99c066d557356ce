package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.internal.flow.FairQueue.Stop;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.Seed;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rate limit: no window is ever exceeded, and none is wasted. */
class RateLimitIT {

    private static final PrivateRedis REDIS = PrivateRedis.start();

    @AfterAll
    static void close() {
        REDIS.close();
    }

    @Test
    void anyMixOfJobsKeepsWithinEveryWindowAndUsesItUp() {
        Seed.histories("rate limit", 16, seed -> new Mix(seed).play());
    }

    @Test
    void aGroupThatJoinsTakesTurnsWithTheOthersAtOnce() {
        TestQueue test = queue("100", "1s");
        Admission admission = new Admission(test);
        Admission.enqueue(test, "a", 0, 1000);
        test.fetch(60);
        Admission.enqueue(test, "b", 0, 1000);
        admission.admit(50);
        assertThat(admission.enteredInThisWindow("b")).isEqualTo(20);
        test.advance(1000);
        admission.admit(50);
        assertThat(admission.enteredInThisWindow("a")).isEqualTo(50);
        assertThat(admission.enteredInThisWindow("b")).isEqualTo(50);
        Accounting.prove(test);
    }

    @Test
    void whatOneGroupDoesNotUseIsLentToAnother() {
        TestQueue test = queue("100", "1s");
        Admission admission = new Admission(test);
        Admission.enqueue(test, "a", 0, 1000);
        Admission.enqueue(test, "b", 0, 10);
        admission.admit(50);
        assertThat(admission.enteredInThisWindow("a")).isEqualTo(90);
        assertThat(admission.order("a")).isSorted();
        Accounting.prove(test);
    }

    @Test
    void openGroupsWithoutWorkLeaveTheirTokensToTheBusyOne() {
        TestQueue test = queue("200", "1s");
        Admission admission = new Admission(test);
        for (int i = 0; i < 200; i++) {
            test.enqueue(TestQueue.batch("idle-" + i, null, false, List.of("idle-" + i)));
        }
        test.complete(admission.admit(100));
        Admission.enqueue(test, "busy", 0, 1000);
        test.advance(1000);
        admission.admit(100);
        assertThat(admission.enteredInThisWindow("busy")).isEqualTo(200);
        Accounting.prove(test);
    }

    @Test
    void throttledAndTricklingGroupsWasteNoToken() {
        TestQueue test = queue("100", "1s");
        Admission admission = new Admission(test);
        Admission.enqueue(test, "giant", 0, 5000);
        for (int i = 0; i < 20; i++) {
            test.enqueue("throttled-" + i, "t-" + i, "u-" + i);
        }
        List<ClaimedJob> first = admission.admit(50);
        first.stream().filter(job -> job.groupId().value().startsWith("throttled"))
                .forEach(job -> test.throttle(job, Duration.ofMinutes(1)));
        for (int window = 1; window <= 5; window++) {
            test.advance(1000);
            for (int i = 0; i < 3; i++) {
                test.enqueue("trickle-" + i, "trickle-" + i + "-" + window);
            }
            test.complete(admission.admit(50));
            assertThat(Admission.sum(admission.entered().get(test.now() / 1000))).isEqualTo(100);
            assertThat(admission.enteredInThisWindow("trickle-2")).isEqualTo(1);
        }
        Accounting.prove(test);
    }

    @Test
    void tokensAreEarnedEvenlySoThatALateGroupFindsSome() {
        TestQueue test = TestQueue.on(
                REDIS, "backpressure.global-rps", "100", "backpressure.rate-limit-burst", "50ms");
        Admission admission = new Admission(test);
        Admission.enqueue(test, "giant", 0, 1000);
        int claimed = 0;
        for (int tick = 0; tick < 100; tick++) {
            if (tick == 60) {
                Admission.enqueue(test, "late", 0, 100);
            }
            claimed += admission.admit(50).size();
            assertThat(claimed).isLessThanOrEqualTo(tick + 6);
            test.advance(10);
        }
        assertThat(claimed).isEqualTo(100);
        assertThat(admission.order("late")).hasSizeBetween(16, 18);
        Accounting.prove(test);
    }

    @Test
    void whatWaitedInReadyThroughAWindowPaysWhenItIsClaimed() {
        TestQueue test = queue("10", "1s");
        Admission.enqueue(test, "a", 0, 100);
        for (int window = 0; window < 5; window++) { // the workers are held up: Ready fills, and pays for nothing
            test.fetch(50);
            test.advance(1000);
        }
        assertThat(test.ready()).hasSize(10);
        test.fetch(50);
        assertThat(test.claim(50)).hasSize(10);
        test.fetch(50);
        assertThat(test.partition().ready().claim(50).waitFor()).hasValue(Duration.ofMillis(1000));
        Accounting.prove(test);
    }

    @Test
    void aClaimThatIsUndoneGivesItsTokenBack() {
        TestQueue test = queue("10", "1s");
        test.enqueue(EnqueueBatch.of(new GroupId("a"), "TEST", TestQueue.batch("a", null, true, ids("a", 20)).jobs())
                .with(new GroupLimits(5.0, null)));
        test.fetch(50);
        List<ClaimedJob> claimed = test.claim(50);
        assertThat(claimed).hasSize(5);
        claimed.subList(1, 5).reversed().forEach(job -> test.release(job, false));
        assertThat(test.claim(50)).extracting(job -> job.id().value()).containsExactlyElementsOf(
                claimed.subList(1, 5).stream().map(job -> job.id().value()).toList());
        test.fetch(50);
        assertThat(test.claim(50)).as("the tokens of the group are used up").isEmpty();
        Accounting.prove(test);
    }

    @Test
    void aClockThatJumpsGivesNoWindowsTokensTwiceAndStopsNothing() {
        TestQueue test = queue("10", "1s");
        Admission admission = new Admission(test);
        test.enqueue(EnqueueBatch
                .of(new GroupId("slow"), "TEST", TestQueue.batch("slow", null, true, ids("slow", 200)).jobs())
                .with(new GroupLimits(2.0, null)));
        Admission.enqueue(test, "a", 0, 1000);
        int hour = 3_600_000;
        for (int jump : new int[] {0, 500, -500, hour, -hour, 1000, -1000, hour, 1000, -2 * hour, hour}) {
            test.advance(jump);
            admission.admit(50);
        }
        assertThat(admission.entered().values()).allSatisfy(counts -> {
            assertThat(Admission.sum(counts)).isLessThanOrEqualTo(10);
            assertThat(counts.getOrDefault("slow", 0)).isLessThanOrEqualTo(2);
        });
        for (int jump : new int[] {hour, -hour, -hour}) {
            test.advance(jump);
            admission.admit(50);
            int before = admission.order("a").size();
            int slowBefore = admission.order("slow").size();
            for (int window = 0; window < 2; window++) {
                test.advance(1000);
                admission.admit(50);
            }
            assertThat(admission.order("a").size()).isGreaterThanOrEqualTo(before + 10);
            assertThat(admission.order("slow").size()).isGreaterThanOrEqualTo(slowBefore + 2);
        }
        assertThat(admission.order("a")).isSorted();
        Accounting.prove(test);
    }

    @Test
    void aWindowThatNobodyRemembersGivesNoTokensToAClockThatComesBack() {
        TestQueue test = queue("10", "1s");
        Admission admission = new Admission(test);
        Admission.enqueue(test, "a", 0, 1000);
        int hour = 3_600_000;
        test.advance(999 - Math.floorMod(test.now(), 1000) - 100); // all tokens are earned
        admission.admit(50);
        test.advance(hour);
        for (int window = 0; window < 6; window++) {
            startOf(test);
            test.advance(1000);
        }
        test.advance(-hour - 6000);
        admission.admit(50);
        assertThat(admission.entered().values()).allSatisfy(
                counts -> assertThat(Admission.sum(counts)).isLessThanOrEqualTo(10));
        int before = admission.order("a").size();
        test.advance(1000);
        admission.admit(50);
        assertThat(admission.order("a")).as("it stops for one window at most").hasSizeGreaterThan(before);
    }

    @Test
    void aTokenOfASlowRateThatComesBackLateIsNotUsedBesideTheNext() {
        TestQueue test = queue("1000", "1s");
        test.enqueue(EnqueueBatch
                .of(new GroupId("slow"), "TEST", TestQueue.batch("slow", null, true, ids("slow", 10)).jobs())
                .with(new GroupLimits(0.5, null)));
        ClaimedJob frozen = startOf(test);
        for (int i = 0; i < 3; i++) {
            test.advance(2_000);
            startOf(test);
        }
        test.advance(1_000);

        test.release(frozen, false);

        test.advance(100);
        test.fetch(10);
        assertThat(test.claim(10)).as("a second after the last start").isEmpty();
        test.advance(900);
        assertThat(startOf(test).id()).as("it waits for its turn").isEqualTo(frozen.id());
        Accounting.prove(test);
    }

    @Test
    void aTokenOfASlowRateThatComesBackAtOnceIsUsedAgain() {
        TestQueue test = queue("1000", "1s");
        test.enqueue(EnqueueBatch
                .of(new GroupId("slow"), "TEST", TestQueue.batch("slow", null, true, ids("slow", 10)).jobs())
                .with(new GroupLimits(0.5, null)));
        ClaimedJob undone = startOf(test);
        test.advance(100);

        test.release(undone, false);

        assertThat(startOf(test).id()).isEqualTo(undone.id());
    }

    private static ClaimedJob startOf(TestQueue test) {
        test.fetch(10);
        return test.claimOne();
    }

    @Test
    void aThrottledGroupIsNotHeldUpByAClockThatWentBackNorByGroupsThatAreThrottledSince() {
        TestQueue test = queue("1000", "1s");
        test.enqueue("a", "a1");
        test.enqueue("b", "b1");
        test.fetch(10);
        List<ClaimedJob> both = test.claim(10);
        test.throttle(both.get(0), Duration.ofSeconds(2));
        test.advance(-3_600_000);
        test.throttle(both.get(1), Duration.ofSeconds(2));
        waitForTokens(test);

        test.fetch(10);

        assertThat(test.claim(10)).extracting(ClaimedJob::id).containsExactly(both.get(0).id());
        test.advance(1_000);
        test.fetch(10);
        assertThat(test.claim(10)).as("by the new clock").extracting(ClaimedJob::id)
                .containsExactly(both.get(1).id());
        Accounting.prove(test);
    }

    /** The clock is in a window that nobody remembers: its tokens may have been used. */
    private static void waitForTokens(TestQueue test) {
        test.fetch(10);
        assertThat(test.claim(10)).isEmpty();
        test.advance(1_000);
    }

    @Test
    void retriesFromBeforeTheClockWentBackAreDispatchedBesideThoseThatAreDue() {
        TestQueue test = queue("1000", "1s");
        test.enqueue("a", "a1");
        test.enqueue("b", "b1");
        test.fetch(10);
        List<ClaimedJob> both = test.claim(10);
        test.retry(both.get(0), Duration.ofSeconds(30));
        test.advance(-3_600_000);
        test.retry(both.get(1), Duration.ofSeconds(1));
        test.advance(1_000);

        assertThat(test.dispatch(10).moved()).isEqualTo(2);
    }

    @Test
    void retriesOfALongWaitAreNotHeldUpByAClockThatWentBack() {
        TestQueue test = queue("1000", "1s");
        test.enqueue("a", "a1");
        test.fetch(1);
        test.retry(test.claimOne(), Duration.ofSeconds(30));
        test.advance(-3_600_000);
        assertThat(test.dispatch(10).moved()).isEqualTo(1);
        waitForTokens(test);
        test.fetch(1);
        assertThat(test.claimOne().job().attempt()).isEqualTo(2);
    }

    @Test
    void aStrictShareIsNeverExceededWhateverTheOthersUse() {
        TestQueue test = TestQueue.on(
                REDIS, "backpressure.global-rps", "100", "backpressure.rate-limit-window", "1s",
                "backpressure.share", "strict");
        Admission admission = new Admission(test);
        Admission.enqueue(test, "a", 0, 1000);
        Admission.enqueue(test, "b", 0, 60);
        admission.admit(50);
        assertThat(admission.enteredInThisWindow("a")).isEqualTo(50);
        assertThat(admission.enteredInThisWindow("b")).isEqualTo(50);
        test.advance(1000);
        admission.admit(50);
        assertThat(admission.enteredInThisWindow("b")).isEqualTo(10);
        assertThat(admission.enteredInThisWindow("a")).as("nobody else has work").isEqualTo(90);
        Accounting.prove(test);
    }

    @Test
    void theRemainderOfTheDivisionIsUsedAndGoesRound() {
        TestQueue test = queue("10", "1s");
        Admission admission = new Admission(test);
        for (String group : List.of("a", "b", "c")) {
            Admission.enqueue(test, group, 0, 100);
        }
        for (int window = 0; window < 9; window++) {
            admission.admit(50);
            test.advance(1000);
        }
        assertThat(admission.entered().values()).allSatisfy(counts -> {
            assertThat(Admission.sum(counts)).isEqualTo(10);
            assertThat(counts.values()).allMatch(count -> count <= 4);
        });
        for (String group : List.of("a", "b", "c")) {
            assertThat(admission.order(group).size()).isBetween(29, 31);
        }
        Accounting.prove(test);
    }

    @Test
    void withMoreGroupsThanTokensEachGetsItsTurn() {
        TestQueue test = queue("5", "1s");
        Admission admission = new Admission(test);
        IntStream.range(0, 20).forEach(i -> Admission.enqueue(test, "g" + i, 0, 5));
        for (int window = 0; window < 4; window++) {
            assertThat(admission.admit(50)).hasSize(5);
            test.advance(1000);
        }
        IntStream.range(0, 20).forEach(i -> assertThat(admission.order("g" + i)).hasSize(1));
    }

    @ParameterizedTest
    @CsvSource({"5, 100ms, 10", "0.5, 1s, 1", "0.7, 100ms, 2", "2.5, 1s, 5", "30, 100ms, 60", "7, 250ms, 14"})
    void aGroupsOwnRateHoldsWhateverTheWindow(double maxRps, String window, int inTwoSeconds) {
        TestQueue test = queue("1000", window);
        Admission admission = new Admission(test);
        EnqueueBatch plain = TestQueue.batch("a", null, true, ids("a", 200));
        test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs()).with(new GroupLimits(maxRps, null)));
        long step = test.redis().settings().backpressure().rateLimitWindow().toMillis();
        for (long time = 0; time < 2000; time += step) {
            admission.admit(50);
            test.advance(step);
        }
        assertThat(admission.order("a")).hasSize(inTwoSeconds).isSorted();
        assertThat(admission.entered().values())
                .allMatch(counts -> Admission.sum(counts) <= Math.ceil(maxRps * step / 1000));
        Accounting.prove(test);
    }

    @Test
    void aRateOfLessThanAJobPerWindowIsNotMissedByThoseWhoAskInFewWindows() {
        TestQueue test = queue("1000", "100ms");
        EnqueueBatch plain = TestQueue.batch("a", null, true, ids("a", 10));
        test.enqueue(EnqueueBatch.of(plain.group(), "TEST", plain.jobs()).with(new GroupLimits(3.0, null)));
        Admission admission = new Admission(test);
        test.advance(100);
        for (int second = 0; second < 10; second++) {
            assertThat(admission.admit(50)).hasSize(1);
            test.advance(1000);
        }
    }

    @Test
    void aRateThatGivesNoWholeNumberPerWindowIsStillReached() {
        TestQueue test = queue("15", "100ms");
        Admission admission = new Admission(test);
        Admission.enqueue(test, "a", 0, 100);
        for (int window = 0; window < 20; window++) {
            admission.admit(50);
            test.advance(100);
        }
        assertThat(admission.order("a")).hasSize(30);
        assertThat(admission.entered().values()).allMatch(counts -> Admission.sum(counts) <= 2);
    }

    @Test
    void equalWorkEndsAtTheSameTime() {
        TestQueue test = queue("1000", "1s");
        Admission admission = new Admission(test);
        Admission.enqueue(test, "a", 0, 5000);
        Admission.enqueue(test, "b", 0, 5000);
        while (admission.order("a").size() < 2500) {
            test.complete(admission.admit(50));
            test.advance(1000);
        }
        assertThat(admission.order("b")).hasSizeBetween(2375, 2625);
        assertThat(admission.entered()).hasSize(5);
    }

    @Test
    void aLateGroupBehindAGiantGetsItsFirstJobInTheNextBatchAndThenEverySecondOne() {
        TestQueue test = TestQueue.on(REDIS);
        Admission.enqueue(test, "giant", 0, 5000);
        for (int batch = 0; batch < 50; batch++) { // half of it: progress must not hold up a newcomer
            test.fetch(50);
            test.complete(test.claim(50));
            test.advance(10);
        }
        Admission.enqueue(test, "late", 0, 50);
        test.fetch(50);
        assertThat(test.ready().subList(0, 2)).contains("late-0000000");
        assertThat(test.ready().stream().filter(id -> id.startsWith("late"))).hasSizeBetween(24, 26);
    }

    @Test
    void statusTellsTheWindowAsItIs() {
        TestQueue test = queue("100", "1s");
        Admission admission = new Admission(test);
        Admission.enqueue(test, "a", 0, 30);
        Admission.enqueue(test, "b", 0, 500);
        Admission.enqueue(test, "c", 0, 5);
        test.advance(250);
        admission.admit(50);
        Instant next = Instant.ofEpochMilli(TestQueue.START + 1000);
        assertThat(test.queue().rateLimiter().status(new GroupId("a")))
                .isEqualTo(new RateLimiter.Status(100, 100, 0, 100, 0.5, next));
        assertThat(test.queue().rateLimiter().status(new GroupId("nobody")))
                .isEqualTo(new RateLimiter.Status(100, 100, 0, 100, 0.5, next));
        test.enqueue(EnqueueBatch.of(new GroupId("c"), "TEST", List.of()).with(new GroupLimits(7.0, null)));
        assertThat(test.queue().rateLimiter().status(new GroupId("c")).groupLimit()).isEqualTo(7);
        test.advance(1000);
        assertThat(test.queue().rateLimiter().status(new GroupId("a")))
                .isEqualTo(new RateLimiter.Status(0, 100, 0, 100, 0.5, next.plusSeconds(1)));
    }

    @Test
    void statusOnTheClockOfRedisKnowsTheNextWindow() {
        TestQueue test = TestQueue.liveOn(REDIS, "backpressure.rate-limit-window", "10s");
        Instant before = redisNow(test);
        Instant next = test.queue().rateLimiter().status(new GroupId("a")).nextWindow();
        assertThat(next.toEpochMilli() % 10_000).isZero();
        assertThat(next).isBetween(before, redisNow(test).plusSeconds(10));
    }

    @Test
    void aPausedQueueMovesNothing() {
        TestQueue test = queue("100", "1s");
        Verbs verbs = new Verbs(test);
        Admission.enqueue(test, "a", 0, 10);
        test.fetch(4);
        test.retry(test.claimOne(), Duration.ZERO);
        verbs.pause("test");
        Map<String, String> before = test.contents();
        assertThat(test.fetch(10).stop()).isEqualTo(Stop.PAUSED);
        assertThat(test.partition().ready().claim(10).paused()).isTrue();
        assertThat(test.contents()).isEqualTo(before);
        assertThat(test.enqueue("b", "b1").accepted()).isEqualTo(1);
        verbs.resume();
        assertThat(new Admission(test).admit(10)).hasSize(11);
    }

    @Test
    void manyCallersAtOnceKeepWithinTheRateOnTheClockOfRedis() {
        TestQueue test =
                TestQueue.liveOn(REDIS, "backpressure.global-rps", "500", "backpressure.rate-limit-window", "200ms");
        for (int group = 0; group < 4; group++) {
            Admission.enqueue(test, "g" + group, 0, 1000);
        }
        long first = redisNow(test).toEpochMilli() / 200;
        List<CompletableFuture<Integer>> callers = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int caller = 0; caller < 3; caller++) {
                callers.add(CompletableFuture.supplyAsync(
                        () -> {
                            int moved = 0;
                            while (redisNow(test).toEpochMilli() / 200 < first + 7) {
                                test.fetch(20);
                                moved += test.partition().ready().claim(50).jobs().size();
                            }
                            return moved;
                        },
                        threads));
            }
        }
        int moved = callers.stream().mapToInt(CompletableFuture::join).sum();
        long windows = redisNow(test).toEpochMilli() / 200 - first + 1;
        assertThat(moved).isPositive().isLessThanOrEqualTo((int) (100 * windows));
    }

    private static Instant redisNow(TestQueue test) {
        List<byte[]> time = test.redis().read(commands -> commands.time());
        return Instant.ofEpochSecond(
                Long.parseLong(new String(time.getFirst())), Long.parseLong(new String(time.getLast())) * 1_000);
    }

    private static TestQueue queue(String rps, String window) {
        return TestQueue.on(REDIS, "backpressure.global-rps", rps, "backpressure.rate-limit-window", window);
    }

    private static List<String> ids(String group, int count) {
        return IntStream.range(0, count).mapToObj(i -> "%s-%07d".formatted(group, i)).toList();
    }

    /** Random groups, callers and outcomes; each group always has work, unless the outside throttles it. */
    private static final class Mix {

        private final Random random;
        private final TestQueue test;
        private final Admission admission;
        private final int tokens;
        private final long window;
        private final int groups;
        private final boolean throttles;

        Mix(long seed) {
            random = new Random(seed);
            window = List.of(100L, 250L, 1000L).get(random.nextInt(3));
            tokens = 5 + random.nextInt(80);
            groups = 1 + random.nextInt(50);
            throttles = random.nextInt(3) == 0;
            test = TestQueue.on(
                    REDIS,
                    "backpressure.global-rps", Double.toString(tokens * 1000.0 / window),
                    "backpressure.rate-limit-window", window + "ms",
                    "fair-queue.round-time", "1ms",
                    "reliability.lease", 2 * window + "ms");
            admission = new Admission(test);
            int each = 100 + 14 * tokens / groups;
            IntStream.range(0, groups).forEach(i -> Admission.enqueue(test, "g" + i, 0, each));
        }

        void play() {
            List<ClaimedJob> running = new ArrayList<>();
            for (int tick = 0; tick < 6 * 5; tick++) {
                for (int caller = random.nextInt(3); caller >= 0; caller--) {
                    running.addAll(admission.admit(1 + random.nextInt(60)));
                }
                while (!running.isEmpty() && random.nextInt(30) > 0) {
                    end(running.remove(random.nextInt(running.size())));
                }
                test.recover(100);
                test.advance(window / 5);
            }
            int share = Math.max(1, tokens / groups);
            List<Map<String, Integer>> windows = List.copyOf(admission.entered().values());
            assertThat(windows).hasSize(6).allSatisfy(counts -> {
                assertThat(Admission.sum(counts)).as("all of %s", counts).isLessThanOrEqualTo(tokens);
                if (!throttles) {
                    assertThat(counts.values()).as("each of %s", counts).allMatch(count -> count <= share + 1);
                }
            });
            int used = windows.stream().mapToInt(Admission::sum).sum();
            if (!throttles) {
                assertThat(used).as("tokens used by %s groups", groups)
                        .isGreaterThanOrEqualTo((int) (0.95 * 6 * tokens));
            }
            Accounting.prove(test);
        }

        private void end(ClaimedJob job) {
            switch (random.nextInt(throttles ? 8 : 7)) {
                case 0 -> test.retry(job, Duration.ofMillis(random.nextLong(3 * window)));
                case 1 -> test.release(job, true);
                case 2 -> test.fail(job);
                case 3 -> {} // its instance is gone
                case 7 -> test.throttle(job, Duration.ofMillis(random.nextLong(3 * window)));
                default -> test.complete(job);
            }
        }
    }
}
