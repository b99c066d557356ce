package io.bulkaction.benchmark;

import io.bulkaction.internal.flow.ClaimedJob;
import io.bulkaction.internal.flow.LargestCalls;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;

/** How long the largest call of each script keeps Redis. */
final class LargestCallTimes {

    /** No call of a script may take longer, on any machine that is not much slower than those of today. */
    static final double BOUND_MILLIS = 10;

    private static final int ROUNDS = 5;

    private LargestCallTimes() {}

    static void measure(Report report) {
        try (PrivateRedis redis = PrivateRedis.start()) {
            redis.configure("appendonly", "yes"); // as the service has it: what is written to the log is written twice
            RedisCpu cpu = RedisCpu.of(redis);
            if (!cpu.isKnown()) {
                System.out.println("L is left out: the CPU time of Redis cannot be read here");
                return;
            }
            for (LargestCalls.Case each : LargestCalls.all()) {
                Duration quickest = Duration.ofDays(1); // why: caches are cold after each preparation
                for (int round = 0; round < ROUNDS; round++) {
                    Duration time = time(redis, cpu, each);
                    quickest = time.compareTo(quickest) < 0 ? time : quickest;
                }
                report.bound("L " + each, quickest.toNanos() / 1e6, "ms of Redis CPU", Goal.atMost(BOUND_MILLIS));
            }
        }
    }

    private static Duration time(PrivateRedis redis, RedisCpu cpu, LargestCalls.Case each) {
        redis.clear();
        TestQueue test = TestQueue.on(redis);
        List<ClaimedJob> jobs = each.prepare().apply(test);
        Duration before = cpu.used();
        each.call().on(test, jobs);
        return cpu.used().minus(before);
    }
}
