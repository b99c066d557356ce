package io.bulkaction.benchmark;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.redis.Script;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.VirtualWorkers;
import io.bulkaction.testing.VirtualWorkers.Attempt;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The most that one call of each script takes Redis while whole scenes are played: very many groups, and very many dead
 * letters that are retried at once. Calls are made one after the other, so what Redis has spent between two of them belongs
 * to one.
 */
final class SceneTimes {

    private static final int STEPS = 20;

    private final Report report;
    private final PrivateRedis redis;
    private final RedisCpu cpu;
    private final TestQueue test;
    private final Map<Script, Duration> most = new EnumMap<>(Script.class);
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
        most.clear();
        seen = cpu.used();
        play.run();
        most.forEach((script, time) -> report.bound(
                "M %s, %s: longest call".formatted(script.verb(), name), time.toNanos() / 1e6, "ms of Redis CPU",
                Goal.atMost(LargestCallTimes.BOUND_MILLIS)));
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
        long end = test.now() + 3_600_000;
        work(2 * groups, job -> job.job().attempt() == 1
                ? Attempt.isThrottled(1, Duration.ofMillis(end - test.now()))
                : Attempt.succeeds(1));
    }

    private void massRetry(int dead) {
        JobDriver driver = new JobDriver(test);
        driver.enqueueMany("broken", dead);
        driver.failAll("DENIED");
        driver.enqueueMany("other", 10_000);
        DeadLetters letters = DeadLetters.of(test.queue());
        letters.page(new Filter(null, "DENIED", "TEST"), dead / 2, 50);
        VirtualWorkers workers = workers(_ -> Attempt.succeeds(1));
        for (int retried = 0; retried < dead;) {
            for (int step = 0; step < STEPS; step++) {
                retried += letters.retry(letters.select(Filter.ALL, null, 0).ids()).size();
            }
            workers.run(1);
        }
        workers.run(200);
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
        most.merge(script, now.minus(seen), (a, b) -> a.compareTo(b) > 0 ? a : b);
        seen = now;
    }
}
