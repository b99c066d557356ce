package io.bulkaction.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.PriorityLevel;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** A random history that uses every script under random settings. After every step the books are proved. */
final class RandomHistory {

    private static final List<String> GROUPS = List.of("a", "b", "c", "d:meta", "e");
    private static final Set<String> FINISHED = Set.of("COMPLETED", "FAILED", "CANCELLED", "missing");

    private final Random random;
    private final TestQueue test;
    private final Verbs verbs;
    private final List<ClaimedJob> claims = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    private final Set<String> accepted = new TreeSet<>();
    private int jobs;

    RandomHistory(PrivateRedis redis, long seed) {
        random = new Random(seed);
        test = TestQueue.on(
                redis,
                "backpressure.global-rps", one("10", "20", "50"),
                "backpressure.rate-limit-window", one("100ms", "1s"),
                "backpressure.max-staged-per-group", one("0", "4", "1000"),
                "congestion.enabled", one("true", "false"),
                "worker-pool.max-concurrency", one("0", "0", "3"),
                "worker-pool.max-concurrency-per-group", one("0", "0", "1", "2"),
                "worker-pool.ordered", one("false", "false", "true"),
                "reliability.max-recoveries", "1",
                "on-final-failure", one("continue", "continue", "pause"),
                "fair-queue.alpha", one("0", "1000", "-1000"));
        verbs = new Verbs(test);
    }

    void play(int length) {
        try {
            for (int i = 0; i < length; i++) {
                step(random.nextInt(100));
                Accounting.prove(test);
                if (i % 10 == 0) {
                    theDoctorAgrees();
                }
            }
        } catch (Throwable failure) {
            throw new AssertionError("after " + steps + ":\n" + failure.getMessage(), failure);
        }
    }

    /** The queue's own check must not raise a false alarm either. */
    private void theDoctorAgrees() {
        Books books = new Books(test.redis());
        List<String> known = GROUPS.stream().filter(group -> !test.meta(group).isEmpty()).toList();
        assertThat(books.tally(known, false)).allSatisfy(tally -> assertThat(tally.wrong()).isEmpty());
        Books.Census census = books.census(10_000);
        assertThat(census.wrong()).isEmpty();
        assertThat(census.surplus()).isZero();
    }

    /** Lets everything end: afterwards no job may be left anywhere but among the dead letters. */
    void drain() {
        verbs.resume();
        GROUPS.forEach(verbs::seal);
        for (int round = 0; round < 400 && !unfinished().isEmpty(); round++) {
            test.advance(1100); // why not 1000: a rate below one token per window would meet its empty windows only
            verbs.resume();
            test.queue().inFlight().recover(100);
            test.dispatch(100);
            test.fetch(100);
            test.complete(test.claim(100));
            GROUPS.stream()
                    .filter(group -> "CANCELLING".equals(test.meta(group).get("status")))
                    .forEach(group -> verbs.cancel(group, 100, test.nonReady()));
            GROUPS.forEach(verbs::finalizeRun);
        }
        Accounting.prove(test);
        assertThat(unfinished()).as(() -> "groups that do not end after " + steps + test.dump()).isEmpty();
        Set<String> notEnded = new TreeSet<>(accepted);
        notEnded.removeIf(id -> Set.of("COMPLETED", "FAILED", "CANCELLED", "MANUALLY_RESOLVED")
                .contains(test.job(id).getOrDefault("status", "missing")));
        assertThat(notEnded).as(() -> "jobs that did not end" + test.dump()).isEmpty();
        test.clear();
    }

    private List<String> unfinished() {
        return GROUPS.stream()
                .filter(group -> !FINISHED.contains(test.meta(group).getOrDefault("status", "missing")))
                .toList();
    }

    private void step(int dice) {
        int some = 1 + random.nextInt(12);
        if (dice < 14) {
            say("enqueue", some, this::enqueue);
        } else if (dice < 28) {
            say("fetch", some, test::fetch);
        } else if (dice < 38) {
            say("dispatch", some, test::dispatch);
        } else if (dice < 50) {
            say("claim", some, limit -> claims.addAll(test.claim(limit)));
        } else if (dice < 72) {
            say("acknowledge", random.nextInt(6), this::acknowledge);
        } else if (dice < 86) {
            say("advance", random.nextInt(10) == 0 ? 31_000 : random.nextInt(1_200), test::advance);
        } else if (dice < 89) {
            say("recover", some, test.queue().inFlight()::recover);
        } else {
            say("operate", random.nextInt(10), this::operate);
        }
    }

    private void say(String name, int argument, IntConsumer action) {
        steps.add(name + " " + argument);
        action.accept(argument);
    }

    private void enqueue(int count) {
        PriorityLevel level = random.nextInt(4) == 0 ? PriorityLevel.values()[random.nextInt(3)] : null;
        List<String> ids = new ArrayList<>();
        for (int i = random.nextInt(8) == 0 ? 0 : count; i > 0; i--) {
            ids.add("j" + (jobs > 0 && random.nextInt(6) == 0 ? random.nextInt(jobs) : jobs++));
        }
        EnqueueBatch plain = TestQueue.batch(group(), level, random.nextInt(3) > 0, ids);
        try {
            test.enqueue(new EnqueueBatch(
                    plain.group(), "TEST", level, null, plain.seal(), limits(), null, null, plain.jobs()));
            accepted.addAll(ids);
        } catch (Exception e) {
            assertThat(e).hasMessageContaining("is being cancelled");
        }
    }

    private GroupLimits limits() {
        return switch (random.nextInt(8)) {
            case 0 -> new GroupLimits(3.0, null);
            case 1 -> new GroupLimits(0.0, 0);
            case 2 -> new GroupLimits(null, 1);
            default -> GroupLimits.KEEP;
        };
    }

    /** Acknowledges a claim: often one that is no longer the sender's, and sometimes twice. */
    private void acknowledge(int how) {
        ClaimedJob job = any(claims);
        if (job == null) {
            return;
        }
        for (int times = random.nextInt(4) == 0 ? 2 : 1; times > 0; times--) {
            switch (how) {
                case 0, 1 -> test.complete(job);
                case 2 -> test.retry(job, Duration.ofMillis(random.nextInt(3000)));
                case 3 -> test.throttle(job, Duration.ofMillis(random.nextInt(3000)));
                case 4 -> test.bury(job);
                default -> test.release(job, random.nextBoolean());
            }
        }
        if (random.nextInt(3) > 0) {
            claims.remove(job);
        }
    }

    private void operate(int how) {
        String group = group();
        steps.add(group);
        switch (how) {
            case 0 -> verbs.pause("test");
            case 1, 2 -> verbs.resume();
            case 3 -> verbs.seal(group);
            case 4 -> verbs.cancel(group, 1 + random.nextInt(10), test.nonReady().stream().limit(3).toList());
            case 5 -> verbs.finalizeRun(group);
            case 6 -> verbs.revive(dead());
            case 7 -> verbs.resolve(dead());
            case 8 -> test.queue().groups().limit(new GroupId(group), limits());
            default -> {
                test.queue().inFlight().extend(claims);
                if (random.nextInt(8) == 0) {
                    test.advance(Duration.ofDays(8).toMillis());
                    verbs.forget(10);
                    forgetJobs(1 + random.nextInt(10));
                }
            }
        }
    }

    /** What was completed and is gone has ended; only that may be gone. */
    private void forgetJobs(int limit) {
        Set<String> completed = Set.copyOf(test.completed().keySet());
        test.queue().completed().expire(limit);
        accepted.removeIf(id -> completed.contains(id) && test.job(id).isEmpty());
    }

    private List<String> dead() {
        List<String> ids = accepted.stream().filter(id -> random.nextInt(3) == 0).toList();
        return ids.isEmpty() ? List.of("nobody") : ids;
    }

    private String group() {
        return GROUPS.get(random.nextInt(GROUPS.size()));
    }

    private @Nullable ClaimedJob any(List<ClaimedJob> from) {
        return from.isEmpty() ? null : from.get(random.nextInt(from.size()));
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
