package io.bulkaction.benchmark;

import io.bulkaction.internal.flow.NonReadyQueue;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntFunction;

/** What jobs cost that are to start later, while they wait and when their time comes, and how late they start. */
final class ScheduleCosts {

    private static final Duration WAITING = Duration.ofSeconds(10);
    private static final int LOOKS = 2_000;
    /** Due one after the other. */
    private static final int SPREAD_JOBS = 10_000;
    private static final Duration SPREAD = Duration.ofSeconds(20);

    private final Subject subject;
    private final String queue;
    private final RedisCommands<String, String> redis;
    private final Report report;
    private final int jobs;

    ScheduleCosts(Subject subject, String queue, RedisCommands<String, String> redis, Report report, int jobs) {
        this.subject = subject;
        this.queue = queue;
        this.redis = redis;
        this.report = report;
        this.jobs = jobs;
    }

    void measure(String payload) throws InterruptedException {
        String of = "T %,d scheduled jobs: ".formatted(jobs);
        double queued = bytesPerJob(payload, null);
        Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
        RedisUse nothing = whileNothingHappens();
        double scheduled = bytesPerJob(payload, i -> tomorrow.plusMillis(i));
        subject.submit(queue, "later", jobs, payload, i -> tomorrow.plusMillis(i));
        RedisUse waiting = whileNothingHappens();
        report.value(of + "Redis bytes per job", scheduled, "bytes");
        report.value(of + "the same, against queued", scheduled / queued, "x", Goal.atMost(1.5));
        report.value(of + "Redis commands per second, nothing due", perSecond(waiting.commands()), "commands/s");
        report.value(of + "the same, without any", perSecond(nothing.commands()), "commands/s");
        report.value(of + "Redis CPU of a dispatch, nothing due", lookCost(), "µs");
        redis.flushall();
        report.value(of + "Redis CPU of a dispatch, none scheduled", lookCost(), "µs");
        redis.flushall();
        allAtOnce(of, payload);
        lateness(payload);
    }

    private double bytesPerJob(String payload, IntFunction<Instant> runAt) {
        subject.pause(queue);
        RedisUse before = RedisUse.now(redis);
        subject.submit(queue, "memory", jobs, payload, runAt);
        double bytes = (double) RedisUse.now(redis).since(before).memory() / jobs;
        redis.flushall();
        return bytes;
    }

    /** Of all loops of the process, which would look if there were a reason. */
    private RedisUse whileNothingHappens() throws InterruptedException {
        new Pace(Duration.ofSeconds(2)).next();
        RedisUse before = RedisUse.now(redis);
        new Pace(WAITING).next();
        return RedisUse.now(redis).since(before);
    }

    private static double perSecond(long commands) {
        return (double) commands / WAITING.toSeconds();
    }

    private double lookCost() {
        NonReadyQueue dispatched = subject.queue(queue).home().nonReady();
        RedisUse before = RedisUse.now(redis);
        for (int look = 0; look < LOOKS; look++) {
            dispatched.dispatch(100);
        }
        return RedisUse.now(redis).since(before).cpuSeconds() * 1e6 / LOOKS;
    }

    /** While no worker takes them: only the way from their time to the list of their group. */
    private void allAtOnce(String of, String payload) {
        subject.pause(queue);
        Instant soon = Instant.now().plus(Duration.ofSeconds(5 + jobs / 10_000));
        subject.submit(queue, "at-once", jobs, payload, i -> soon);
        while (Instant.now().isBefore(soon)) {
            Thread.onSpinWait();
        }
        RedisUse before = RedisUse.now(redis);
        long start = System.nanoTime();
        byte[] scheduled = subject.queue(queue).home().redis().keys().key("scheduled-groups");
        while (subject.queue(queue).home().redis().read(commands -> commands.exists(scheduled)) > 0) {
            Thread.yield();
        }
        RedisUse used = RedisUse.now(redis).since(before);
        report.value(of + "due at once, all in their list after", (System.nanoTime() - start) / 1e6, "ms");
        report.value(of + "the same, Redis CPU per job", used.cpuSeconds() * 1e6 / jobs, "µs");
        redis.flushall();
    }

    private void lateness(String payload) throws InterruptedException {
        long[] due = new long[SPREAD_JOBS];
        AtomicLongArray started = new AtomicLongArray(SPREAD_JOBS);
        AtomicInteger count = new AtomicInteger();
        subject.work(queue, job -> {
            String id = job.id().value();
            started.set(Integer.parseInt(id.substring(id.lastIndexOf('-') + 1)), System.currentTimeMillis());
            count.incrementAndGet();
        });
        long first = System.currentTimeMillis() + 5_000;
        for (int i = 0; i < SPREAD_JOBS; i++) {
            due[i] = first + i * SPREAD.toMillis() / SPREAD_JOBS;
        }
        subject.submit(queue, "spread", SPREAD_JOBS, payload, i -> Instant.ofEpochMilli(due[i]));
        while (count.get() < SPREAD_JOBS) {
            new Pace(Duration.ofMillis(50)).next();
        }
        long[] late = new long[SPREAD_JOBS];
        Arrays.setAll(late, i -> started.get(i) - due[i]);
        Arrays.sort(late);
        String of = "T %,d jobs due within %d s: ".formatted(SPREAD_JOBS, SPREAD.toSeconds());
        report.value(of + "earliest", late[0], "ms late", Goal.atLeast(0));
        for (double quantile : new double[] {0.5, 0.99, 1}) {
            report.value(of + (quantile == 1 ? "latest" : "p%d".formatted((int) (quantile * 100))),
                    late[(int) Math.min(late.length - 1, quantile * late.length)], "ms late",
                    quantile == 1 ? Goal.atMost(1_000) : null);
        }
        redis.flushall();
    }
}
