package io.bulkaction.benchmark;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs every scenario on a fresh Redis and prints a table and JSON. Each figure stands beside the yardstick's. */
final class Benchmark {

    private static final boolean IS_SHORT = Boolean.getBoolean("benchmark.short");
    private static final int JOBS = Integer.getInteger("benchmark.jobs", IS_SHORT ? 20_000 : 100_000);
    /** A few large groups, many, groups of ten jobs, groups of one. */
    private static final int[] GROUPS = Arrays.stream(
            System.getProperty("benchmark.groups", "10,1000," + JOBS / 10 + "," + JOBS).split(","))
            .mapToInt(Integer::parseInt).toArray();
    private static final List<String> SCENARIOS = List.of(
            System.getProperty("benchmark.only", IS_SHORT ? "A,B,C,E,F,M" : "A,B,C,D,E,F,G,H,L,M,P,S,T").split(","));
    private static final int ROUNDS = IS_SHORT ? 3 : 5;
    private static final int SUBMITTERS = 8;
    private static final List<String> POOLS = List.of("w10", "w50", "w100");
    private static final String PAYLOAD = "{\"to\":\"" + "x".repeat(89) + "\"}";

    private final Subject subject;
    private final Yardstick yardstick;
    private final RedisCommands<String, String> redis;
    private final Report report = new Report();

    private Benchmark(Subject subject, Yardstick yardstick, RedisCommands<String, String> redis) {
        this.subject = subject;
        this.yardstick = yardstick;
        this.redis = redis;
    }

    public static void main(String[] args) throws Exception {
        List<String> broken;
        try (MeasuredRedis server = MeasuredRedis.open();
                RedisClient client = server.client();
                StatefulRedisConnection<String, String> connection = client.connect();
                Yardstick yardstick = new Yardstick(client);
                Subject subject = new Subject(server, queues())) {
            broken = new Benchmark(subject, yardstick, connection.sync()).run();
        }
        if (!broken.isEmpty()) {
            System.err.println("Too long: " + String.join("; ", broken));
            System.exit(1);
        }
    }

    /** Default settings, except for the rate limit and the number of workers. */
    private static Map<String, Map<String, String>> queues() {
        return POOLS.stream().collect(Collectors.toMap(pool -> pool, pool -> Map.of(
                "backpressure.global-rps", "100000000", "worker-pool.worker-count", pool.substring(1))));
    }

    /** Returns what took longer than it may. */
    private List<String> run() throws Exception {
        warmUp();
        redis.configSet("slowlog-log-slower-than", "2000");
        redis.configSet("slowlog-max-len", "100000");
        for (String scenario : SCENARIOS) {
            switch (scenario) {
                case "A" -> enqueue();
                case "B" -> drain();
                case "C" -> latency();
                case "D" -> memory();
                case "E" -> wholeWay();
                case "F" -> fairness();
                case "G" -> growth();
                case "H" -> idle();
                case "L" -> LargestCallTimes.measure(report);
                case "M" -> SceneTimes.measure(report, IS_SHORT ? 10_000 : 100_000);
                case "P" -> PartitionCosts.measure(report, JOBS);
                case "S" -> scripts();
                case "T" -> new ScheduleCosts(subject, "w10", redis, report, JOBS).measure(PAYLOAD);
                default -> throw new IllegalArgumentException("no scenario " + scenario);
            }
        }
        for (String subject : List.of("bulk-action", "yardstick")) {
            Map.Entry<Double, String> slowest = RedisUse.slowestScript(redis, subject);
            report.value("Slowest script call of " + subject, slowest.getKey(), "ms, on " + slowest.getValue());
        }
        report.print(System.out);
        report.write(Path.of("target", "benchmark.json"));
        return report.brokenBounds();
    }

    /** Until the compiler has seen everything: otherwise the first scenario pays for all. */
    private void warmUp() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            drained("w10", JOBS / 2, 10, "warm-a" + i);
            drained("w100", JOBS / 2, 1_000, "warm-b" + i);
            yardstick.enqueue(JOBS / 2, PAYLOAD);
            yardstick.drain(JOBS / 2);
        }
        redis.flushall();
    }

    private void enqueue() throws InterruptedException {
        subject.pause("w10");
        double plain = yardstick.enqueue(JOBS, PAYLOAD);
        redis.flushall();
        subject.pause("w10");
        long start = System.nanoTime();
        subject.submit("w10", "enqueue", JOBS, PAYLOAD);
        report.rate("A enqueue, one group", JOBS * 1e9 / (System.nanoTime() - start), plain, Goal.atLeast(0.9));
        redis.flushall();
    }

    private void drain() throws InterruptedException {
        for (int groups : GROUPS) {
            Map<String, Double> rates = new LinkedHashMap<>();
            for (String pool : POOLS) {
                // why in turns: the machine's pace changes within seconds, and the median leaves out what it swallowed
                int rounds = groups > 1_000 ? 1 : ROUNDS;
                double[] plain = new double[rounds];
                double[] rate = new double[rounds];
                for (int round = 0; round < rounds; round++) {
                    yardstick.enqueue(JOBS, PAYLOAD);
                    plain[round] = yardstick.drain(JOBS);
                    redis.flushall();
                    rate[round] = drained(pool, JOBS, groups, "drain");
                }
                rates.put(pool, median(rate));
                report.rate("B drain, %,d groups, %s workers".formatted(groups, pool.substring(1)), median(rate),
                        median(plain), drainGoal(groups));
            }
            for (String pool : POOLS.subList(1, POOLS.size())) {
                report.value("B drain, %,d groups, %s workers against 10".formatted(groups, pool.substring(1)),
                        rates.get(pool) / rates.get("w10"), "x", Goal.atLeast(1));
            }
        }
    }

    private static Goal drainGoal(int groups) {
        int each = JOBS / groups;
        return Goal.atLeast(groups <= 10 ? 0.5 : each > 10 ? 0.4 : each > 1 ? 0.2 : 0.15);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private void latency() throws InterruptedException {
        int rounds = ROUNDS; // in turns, as above
        int jobs = 400;
        long[] plain = new long[rounds * jobs];
        long[] ours = new long[rounds * jobs];
        for (int round = 0; round < rounds; round++) {
            System.arraycopy(yardstick.latencies(jobs, Duration.ofMillis(5)), 0, plain, round * jobs, jobs);
            System.arraycopy(latencies(jobs), 0, ours, round * jobs, jobs);
            redis.flushall();
        }
        for (double quantile : new double[] {0.5, 0.95, 0.99}) {
            report.time("C submit to start, p%d".formatted((int) (quantile * 100)), at(ours, quantile),
                    at(plain, quantile), quantile == 0.5 ? Goal.atMost(1.8) : null);
        }
    }

    private long[] latencies(int jobs) throws InterruptedException {
        AtomicLongArray started = new AtomicLongArray(jobs);
        AtomicInteger count = new AtomicInteger();
        subject.work("w10", job -> {
            started.set(Integer.parseInt(job.payload()), System.nanoTime());
            count.incrementAndGet();
        });
        long[] submitted = new long[jobs];
        Pace pace = new Pace(Duration.ofMillis(5));
        for (int i = 0; i < jobs; i++) {
            pace.next();
            submitted[i] = System.nanoTime();
            subject.submitOne("w10", "latency-" + i % 20, "latency-" + i, Integer.toString(i));
        }
        while (count.get() < jobs) {
            Thread.onSpinWait();
        }
        long[] latencies = new long[jobs];
        for (int i = 0; i < jobs; i++) {
            latencies[i] = started.get(i) - submitted[i];
        }
        return latencies;
    }

    private void memory() {
        subject.pause("w10");
        RedisUse before = RedisUse.now(redis);
        subject.submit("w10", "memory", JOBS, PAYLOAD);
        report.value("D Redis bytes per queued job", (double) RedisUse.now(redis).since(before).memory() / JOBS,
                "bytes", Goal.atMost(400));
        redis.flushall();
    }

    private void wholeWay() throws InterruptedException {
        for (int groups : new int[] {10, 1_000}) {
            RedisUse before = RedisUse.now(redis);
            drained("w10", JOBS, groups, "whole");
            RedisUse used = RedisUse.now(redis).since(before);
            String way = "E whole way, %,d groups: ".formatted(groups);
            report.value(way + "Redis CPU per job", used.cpuSeconds() * 1e6 / JOBS, "µs");
            report.value(way + "Redis commands per job", (double) used.commands() / JOBS, "commands", Goal.atMost(12));
        }
        afterAcceptance();
    }

    /** What a group of one job costs from when it was accepted until its run has ended. */
    private void afterAcceptance() throws InterruptedException {
        fill("w10", JOBS, JOBS, "one");
        Drain drain = new Drain(JOBS);
        subject.work("w10", drain::run);
        RedisUse before = RedisUse.now(redis);
        subject.resume("w10");
        await().pollInterval(Duration.ofMillis(100)).atMost(Duration.ofMinutes(10))
                .until(subject.hasEnded("w10", JOBS));
        RedisUse used = RedisUse.now(redis).since(before);
        String way = "E after it was accepted, group of one: ";
        report.value(way + "Redis CPU", used.cpuSeconds() * 1e6 / JOBS, "µs", Goal.atMost(45));
        report.value(way + "Redis commands", (double) used.commands() / JOBS, "commands", Goal.atMost(10));
        redis.flushall();
    }

    private void scripts() {
        ScriptCosts costs = new ScriptCosts(subject.unserved("costs", "w10"), redis, report);
        for (int groups : GROUPS) {
            costs.measure(JOBS, groups, PAYLOAD);
            redis.flushall();
        }
    }

    private void fairness() throws InterruptedException {
        Fairness.Result result = new Fairness(subject, "w10").run();
        report.value("F slowest small group against round robin", result.slowest(), "x", Goal.atMost(1.3));
        report.value("F Jain index while all are backlogged", result.jain(), "", Goal.atLeast(0.99));
        redis.flushall();
    }

    private void growth() throws InterruptedException {
        double small = costPerJob(10_000, 10);
        report.value("G Redis CPU per job: 10,000 queued, 10 groups", small, "µs");
        double deep = costPerJob(1_000_000, 10);
        report.value("G Redis CPU per job: 1,000,000 queued, 10 groups", deep, "µs");
        report.value("G the same, against 10,000 queued", deep / small, "x", Goal.atMost(1.5));
        double wideSmall = costPerJob(10_000, 10_000);
        report.value("G Redis CPU per job: 10,000 queued, 10,000 groups", wideSmall, "µs");
        double wide = costPerJob(1_000_000, 100_000);
        report.value("G Redis CPU per job: 1,000,000 queued, 100,000 groups", wide, "µs");
        report.value("G the same, against 10,000 groups", wide / wideSmall, "x", Goal.atMost(1.5));
    }

    /** Of 10,000 jobs that go their way while so many are queued. */
    private double costPerJob(int queued, int groups) throws InterruptedException {
        int measured = 10_000;
        fill("w10", queued, groups, "growth");
        AtomicInteger started = new AtomicInteger();
        subject.work("w10", job -> started.incrementAndGet());
        RedisUse before = RedisUse.now(redis);
        subject.resume("w10");
        while (started.get() < measured) {
            Thread.onSpinWait();
        }
        RedisUse used = RedisUse.now(redis).since(before);
        double cost = used.cpuSeconds() * 1e6 / started.get();
        subject.pause("w10");
        await().until(() -> subject.queue("w10").home().inFlight().size() == 0);
        redis.flushall();
        return cost;
    }

    private void idle() throws InterruptedException {
        new Pace(Duration.ofSeconds(2)).next();
        RedisUse before = RedisUse.now(redis);
        long cpu = processCpu();
        Duration time = Duration.ofSeconds(20);
        new Pace(time).next();
        int queues = queues().size() + 1;
        RedisUse used = RedisUse.now(redis).since(before);
        report.value("H idle: Redis commands per second and queue",
                (double) used.commands() / time.toSeconds() / queues, "commands/s", Goal.atMost(10));
        report.value("H idle: CPU of this process, all queues", (processCpu() - cpu) * 100.0 / time.toNanos(),
                "% of a core", Goal.atMost(queues));
    }

    /** Fills a paused queue, lets it go and measures. */
    private double drained(String queue, int jobs, int groups, String name) throws InterruptedException {
        fill(queue, jobs, groups, name);
        Drain drain = new Drain(jobs);
        subject.work(queue, drain::run);
        subject.resume(queue);
        double rate = drain.rate(() -> subject.queue(queue).home().inFlight().size());
        redis.flushall();
        return rate;
    }

    /** Many groups at a time, as many submitters would. */
    private void fill(String queue, int jobs, int groups, String name) throws InterruptedException {
        subject.pause(queue);
        AtomicInteger next = new AtomicInteger();
        Runnable submitter = () -> {
            for (int group = next.getAndIncrement(); group < groups; group = next.getAndIncrement()) {
                int each = jobs / groups + (group < jobs % groups ? 1 : 0);
                subject.submit(queue, name + "-" + group, each, PAYLOAD);
            }
        };
        List<Thread> submitters =
                Stream.generate(() -> Thread.startVirtualThread(submitter)).limit(SUBMITTERS).toList();
        for (Thread each : submitters) {
            each.join();
        }
    }

    private static double at(long[] nanos, double quantile) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.min(sorted.length - 1, quantile * sorted.length)] / 1e6;
    }

    private static long processCpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** One scenario's groups and when each was done. */
    static final class Fairness {

        private static final int GIANT = 50_000;
        private static final int SMALL_GROUPS = 20;
        private static final int SMALL = 50;

        private final Subject subject;
        private final String queue;
        private final Map<String, AtomicInteger> served = new ConcurrentHashMap<>();
        private final Map<String, Long> doneAt = new ConcurrentHashMap<>();

        Fairness(Subject subject, String queue) {
            this.subject = subject;
            this.queue = queue;
        }

        /**
         * @param slowest latest end of a small group, as a multiple of when perfect round robin would have ended it
         * @param jain index of service from the first job of a small group to the first end of one, while all have jobs
         *     waiting: 1 is perfectly even
         */
        record Result(double slowest, double jain) {}

        /** The small groups come all at once, behind a giant that runs at full speed and has filled Ready. */
        Result run() throws InterruptedException {
            AtomicInteger total = new AtomicInteger();
            Map<String, Integer> atFirstStart = new ConcurrentHashMap<>();
            Map<String, Integer> atFirstEnd = new ConcurrentHashMap<>();
            AtomicInteger smallStarted = new AtomicInteger();
            AtomicInteger smallEnded = new AtomicInteger();
            subject.work(queue, job -> {
                LockSupport.parkNanos(1_000_000);
                String group = job.groupId().value();
                boolean small = !group.equals("giant");
                if (small && smallStarted.getAndIncrement() == 0) {
                    served.forEach((name, count) -> atFirstStart.put(name, count.get()));
                }
                total.incrementAndGet();
                int count = served.computeIfAbsent(group, g -> new AtomicInteger()).incrementAndGet();
                if (small && count == SMALL) {
                    if (smallEnded.getAndIncrement() == 0) {
                        served.forEach((name, each) -> atFirstEnd.put(name, each.get()));
                    }
                    doneAt.put(group, System.nanoTime());
                }
            });
            subject.submit(queue, "giant", GIANT, PAYLOAD);
            await().pollInterval(Duration.ofMillis(1)).until(() -> total.get() >= 5_000);
            subject.pause(queue);
            for (int i = 0; i < SMALL_GROUPS; i++) {
                subject.submit(queue, "small-" + i, SMALL, PAYLOAD);
            }
            int totalBefore = total.get();
            long start = System.nanoTime();
            subject.resume(queue);
            await().pollInterval(Duration.ofMillis(1)).atMost(Duration.ofMinutes(1)).until(
                    () -> doneAt.size() == SMALL_GROUPS);
            double perSecond = (total.get() - totalBefore) * 1e9 / (System.nanoTime() - start);
            double roundRobin = (SMALL_GROUPS + 1) * SMALL / perSecond;
            double slowest = doneAt.values().stream().mapToLong(Long::longValue).max().orElseThrow() - start;
            List<Integer> shares = new ArrayList<>();
            atFirstEnd.forEach((group, count) -> shares.add(count - atFirstStart.getOrDefault(group, 0)));
            return new Result(slowest / 1e9 / roundRobin, jain(shares));
        }

        private static double jain(List<Integer> shares) {
            double sum = shares.stream().mapToDouble(Integer::doubleValue).sum();
            double squares = shares.stream().mapToDouble(share -> (double) share * share).sum();
            return squares == 0 ? 0 : sum * sum / (shares.size() * squares);
        }
    }
}
