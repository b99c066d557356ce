package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.Seed;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits on how much runs at once: held on every path, and every slot comes back. */
class ConcurrencyIT {

    private static final PrivateRedis REDIS = PrivateRedis.start();

    @AfterAll
    static void close() {
        REDIS.close();
    }

    enum Path {
        COMPLETE, RETRY, THROTTLE, FAIL, RECOVER, RELEASE_STARTED, RELEASE_UNSTARTED;

        /** Ends one attempt of a job this way; returns whether the job itself comes next. */
        boolean end(TestQueue test, ClaimedJob job) {
            switch (this) {
                case COMPLETE -> test.complete(job);
                case RETRY -> test.retry(job, Duration.ofSeconds(60));
                case THROTTLE -> test.throttle(job, Duration.ofMillis(1));
                case FAIL -> test.fail(job);
                case RECOVER -> {
                    test.advance(30_001);
                    test.recover(10);
                }
                case RELEASE_STARTED -> test.release(job, true);
                case RELEASE_UNSTARTED -> test.release(job, false);
            }
            return List.of(THROTTLE, RECOVER, RELEASE_STARTED, RELEASE_UNSTARTED).contains(this);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theOnlySlotOfAGroupComesBackOnEveryPath(Path path) {
        TestQueue test = TestQueue.on(REDIS, "worker-pool.max-concurrency-per-group", "1");
        test.enqueue("a", "a1", "a2");
        Admission admission = new Admission(test);
        ClaimedJob first = admission.admit(10).getFirst();
        assertThat(admission.admit(10)).as("the slot is taken").isEmpty();

        boolean comesBack = path.end(test, first);
        Accounting.prove(test);
        test.advance(1);

        assertThat(admission.admit(10)).extracting(job -> job.id().value()).containsExactly(comesBack ? "a1" : "a2");
        Accounting.prove(test);
    }

    @Test
    void slotsOfACancelledGroupComeBack() {
        TestQueue test = TestQueue.on(
                REDIS, "worker-pool.max-concurrency-per-group", "2", "worker-pool.max-concurrency", "2");
        test.enqueue("a", "a1", "a2", "a3");
        test.enqueue("b", "b1");
        test.fetch(10);
        List<ClaimedJob> running = test.claim(2);
        assertThat(running).extracting(job -> job.id().value()).containsExactly("a1", "b1");
        new Verbs(test).cancel("a", 10, List.of());
        Accounting.prove(test);
        assertThat(test.ready()).isEmpty();
        test.retry(running.getFirst(), Duration.ofSeconds(1));
        assertThat(test.meta("a")).containsEntry("admitted", "0").containsEntry("status", "CANCELLED");
        test.enqueue("b", "b2");
        test.fetch(10);
        assertThat(test.claim(10)).extracting(job -> job.id().value()).containsExactly("b2");
        Accounting.prove(test);
    }

    @ParameterizedTest
    @EnumSource
    void theOnlyPlaceInFlightComesBackOnEveryPath(Path path) {
        TestQueue test = TestQueue.on(REDIS, "worker-pool.max-concurrency", "1");
        test.enqueue("a", "a1");
        test.enqueue("b", "b1", "b2");
        test.fetch(2);
        ClaimedJob first = test.claimOne();
        assertThat(test.claim(10)).isEmpty();
        assertThat(test.claim(1)).isEmpty();
        path.end(test, first);
        test.advance(1);
        assertThat(test.claim(10)).hasSize(1);
        Accounting.prove(test);
    }

    @Test
    void aRetryHeldBackByItsGroupsConcurrencyIsNotStarvedByFreshJobs() {
        TestQueue test = TestQueue.on(REDIS, "worker-pool.max-concurrency-per-group", "1");
        test.enqueue("a", "a1", "a2", "a3", "a4");
        Admission admission = new Admission(test);
        test.retry(admission.admit(10).getFirst(), Duration.ofMillis(100));
        ClaimedJob second = admission.admit(10).getFirst();
        assertThat(second.id().value()).isEqualTo("a2");
        test.advance(100);
        assertThat(admission.admit(10)).isEmpty();
        test.complete(second);
        assertThat(admission.admit(10)).extracting(job -> job.id().value()).containsExactly("a1");
        Accounting.prove(test);
    }

    @Test
    void aGroupsOwnLimitHoldsAndRaisingItTakesEffectAtOnce() {
        TestQueue test = TestQueue.on(REDIS);
        Admission admission = new Admission(test);
        limit(test, 2, "a1", "a2", "a3", "a4", "a5");
        test.enqueue("b", "b1", "b2", "b3");
        assertThat(admission.admit(10)).extracting(job -> job.id().value())
                .containsExactlyInAnyOrder("a1", "a2", "b1", "b2", "b3");
        limit(test, 4, "a6");
        assertThat(admission.admit(10)).extracting(job -> job.id().value()).containsExactly("a3", "a4");
        limit(test, 0);
        assertThat(admission.admit(10)).extracting(job -> job.id().value()).containsExactly("a5", "a6");
        Accounting.prove(test);
    }

    @Test
    void limitsAreHeldInAnyHistoryAndOrderedGroupsRunInOrder() {
        Seed.histories("concurrency", 20, seed -> new History(seed).play());
    }

    private static void limit(TestQueue test, int maxConcurrency, String... ids) {
        EnqueueBatch plain = TestQueue.batch("a", null, true, List.of(ids));
        test.enqueue(
                EnqueueBatch.of(new GroupId("a"), "TEST", plain.jobs()).with(new GroupLimits(null, maxConcurrency)));
    }

    /** Jobs that end on every path, under limits that are looked at after every step. */
    private static final class History {

        private final Random random;
        private final TestQueue test;
        private final boolean ordered;
        private final int perGroup;
        private final int overall;
        private final List<ClaimedJob> running = new ArrayList<>();
        private final Map<String, List<String>> ended = new HashMap<>();
        private final Map<String, Integer> submitted = new HashMap<>();

        History(long seed) {
            random = new Random(seed);
            ordered = random.nextInt(3) == 0;
            perGroup = ordered ? 1 : 1 + random.nextInt(3);
            overall = random.nextInt(6);
            test = TestQueue.on(
                    REDIS,
                    "backpressure.global-rps", random.nextBoolean() ? "10000" : "30",
                    "reliability.max-recoveries", "1000",
                    "worker-pool.ordered", "" + ordered,
                    "worker-pool.max-concurrency-per-group", "" + (ordered ? 0 : perGroup),
                    "worker-pool.max-concurrency", "" + overall);
        }

        void play() {
            for (int step = 0; step < 120; step++) {
                switch (random.nextInt(8)) {
                    case 0 -> enqueue();
                    case 1, 2 -> test.fetch(1 + random.nextInt(10));
                    case 3 -> test.dispatch(1 + random.nextInt(10));
                    case 4, 5 -> running.addAll(test.claim(1 + random.nextInt(6)));
                    case 6 -> test.advance(random.nextInt(700));
                    default -> end();
                }
                checkLimits();
            }
            Accounting.prove(test);
            drain();
            submitted.forEach((group, count) -> {
                assertThat(ended.get(group)).as("ended of %s", group).hasSize(count);
                if (ordered) {
                    assertThat(ended.get(group)).isSorted();
                }
            });
            test.clear();
        }

        private void enqueue() {
            String group = "g" + random.nextInt(3);
            int from = submitted.merge(group, 3, Integer::sum) - 3;
            Admission.enqueue(test, group, from, 3);
        }

        private void end() {
            if (running.isEmpty()) {
                return;
            }
            ClaimedJob job = running.remove(random.nextInt(running.size()));
            switch (random.nextInt(7)) {
                case 0 -> test.retry(job, Duration.ofMillis(random.nextInt(500)));
                case 1 -> test.throttle(job, Duration.ofMillis(random.nextInt(500)));
                case 2 -> test.release(job, true);
                case 3 -> test.release(job, false);
                case 4 -> {
                    test.fail(job);
                    noteEnd(job);
                }
                case 5 -> {
                    running.clear();
                    test.advance(30_001);
                    test.recover(100);
                }
                default -> {
                    test.complete(job);
                    noteEnd(job);
                }
            }
        }

        private void noteEnd(ClaimedJob job) {
            ended.computeIfAbsent(job.groupId().value(), any -> new ArrayList<>()).add(job.id().value());
        }

        private void drain() {
            int all = submitted.values().stream().mapToInt(Integer::intValue).sum();
            for (int round = 0; round < 300 && ended.values().stream().mapToInt(List::size).sum() < all; round++) {
                test.advance(500);
                test.recover(100);
                test.dispatch(100);
                test.fetch(100);
                for (ClaimedJob job : test.claim(100)) {
                    test.complete(job);
                    noteEnd(job);
                }
            }
        }

        private void checkLimits() {
            for (String group : submitted.keySet()) {
                assertThat(Integer.parseInt(test.meta(group).get("admitted")))
                        .as("admitted of %s", group)
                        .isLessThanOrEqualTo(perGroup);
            }
            if (overall > 0) {
                assertThat(test.partition().inFlight().size()).isLessThanOrEqualTo(overall);
            }
        }
    }
}
