package io.bulkaction.benchmark;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.VirtualWorkers;
import io.bulkaction.testing.VirtualWorkers.Attempt;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The most that one call of each script takes Redis while whole scenes are played: very many groups, and very many dead
 * letters that are retried at once. Calls are made one after the other, so what Redis has spent between two of them belongs
 * to one. A neighbour on the machine makes a few calls longer than they are, so the longest has a goal and the tenth a bound.
 */
final class SceneTimes {

    private static final Goal BOUND = Goal.atMost(LargestCallTimes.BOUND_MILLIS);
    private static final int KEPT = 10;
    private static final int STEPS = 20;
    private static final int CHUNK = 250; // as a submit sends them

    private final Report report;
    private final PrivateRedis redis;
    private final RedisCpu cpu;
    private final TestQueue test;
    /** The longest of each script, the shortest of them first. */
    private final Map<Script, PriorityQueue<Duration>> longest = new EnumMap<>(Script.class);
    private Duration seen;

    private SceneTimes(Report report, PrivateRedis redis, RedisCpu cpu) {
        this.report = report;
        this.redis = redis;
        this.cpu = cpu;
        this.seen = cpu.used();
        this.test = TestQueue.watched(redis, this::note, "backpressure.global-rps", "1000000000");
    }

    /** @param size how many groups, and how many dead letters */
    static void measure(Report report, int size) {
        try (PrivateRedis redis = PrivateRedis.start()) {
            redis.configure("appendonly", "yes"); // as the service has it
            redis.configure("auto-aof-rewrite-percentage", "0"); // a fork is no script's
            RedisCpu cpu = RedisCpu.of(redis);
            if (!cpu.isKnown()) {
                System.out.println("M is left out: the CPU time of Redis cannot be read here");
                return;
            }
            SceneTimes times = new SceneTimes(report, redis, cpu);
            times.scene("%,d groups of one job".formatted(size), () -> times.groupsOfOne(size));
            times.scene("%,d groups throttled until the same time".formatted(size / 5),
                    () -> times.throttledTogether(size / 5));
            times.scene("%,d dead letters of a group retried".formatted(size), () -> times.massRetry(size));
        }
    }

    private void scene(String name, Runnable play) {
        redis.clear();
        longest.clear();
        seen = cpu.used();
        play.run();
        longest.forEach((script, times) -> {
            String calls = "M %s, %s: ".formatted(script.verb(), name);
            report.value(calls + "longest call", millis(Collections.max(times)), "ms of Redis CPU", BOUND);
            report.bound(calls + "tenth longest", millis(times.element()), "ms of Redis CPU", BOUND);
        });
    }

    private static double millis(Duration time) {
        return time.toNanos() / 1e6;
    }

    private void groupsOfOne(int groups) {
        for (int i = 0; i < groups; i++) {
            test.enqueue("g-" + i, "j-" + i);
        }
        QueueControl.of(test.queue()).fullSurvey();
        work(groups, _ -> Attempt.succeeds(1));
        QueueControl.of(test.queue()).fullSurvey();
    }

    private void throttledTogether(int groups) {
        for (int i = 0; i < groups; i++) {
            test.enqueue("g-" + i, "j-" + i);
        }
        long end = test.now() + 3L * groups; // later than the first attempt of the last
        work(2 * groups, job -> job.job().attempt() == 1
                ? Attempt.isThrottled(1, Duration.ofMillis(Math.max(1, end - test.now())))
                : Attempt.succeeds(1));
    }

    private void massRetry(int dead) {
        enqueue("broken", dead);
        work(dead, _ -> Attempt.fails(1));
        enqueue("other", dead / 10);
        DeadLetters letters = DeadLetters.of(test.queue());
        letters.page(new Filter(null, "E", "TEST"), dead / 2, 50);
        VirtualWorkers workers = workers(_ -> Attempt.succeeds(1));
        for (int retried = 0; retried < dead;) {
            for (int step = 0; step < STEPS; step++) {
                retried += letters.retry(DeadLetters.select(test.redis(), Filter.ALL, null, 0).jobs()).size();
            }
            workers.run(1);
        }
        workers.run(200);
    }

    private void enqueue(String group, int jobs) {
        for (int from = 0; from < jobs; from += CHUNK) {
            List<String> ids = IntStream.range(from, from + CHUNK).mapToObj(i -> group + "-" + i).toList();
            test.enqueue(TestQueue.batch(group, null, from + CHUNK >= jobs, ids));
        }
    }

    private void work(int starts, Function<ClaimedJob, Attempt> work) {
        VirtualWorkers workers = workers(work);
        while (workers.starts().size() < starts) {
            workers.run(100);
        }
        workers.run(100);
    }

    private VirtualWorkers workers(Function<ClaimedJob, Attempt> work) {
        return new VirtualWorkers(test, 50, work);
    }

    private void note(Script script) {
        Duration now = cpu.used();
        PriorityQueue<Duration> times = longest.computeIfAbsent(script, any -> new PriorityQueue<>());
        times.add(now.minus(seen));
        if (times.size() > KEPT) {
            times.remove();
        }
        seen = now;
    }
}
