package io.bulkaction.benchmark;

import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.redis.embedded.EmbeddedRedis;
import io.bulkaction.internal.settings.EmbeddedRedisSettings;
import io.bulkaction.internal.settings.EmbeddedRedisSettings.AppendFsync;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
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
import org.springframework.util.FileSystemUtils;

/** Runs every scenario on a fresh Redis and prints a table and JSON. Each figure stands beside the yardstick's. */
final class Benchmark {

    private static final int JOBS = Integer.getInteger("benchmark.jobs", 100_000);
    private static final int[] GROUPS = Arrays.stream(
            System.getProperty("benchmark.groups", "10,1000,100000").split(",")).mapToInt(Integer::parseInt).toArray();
    private static final String PAYLOAD = "{\"to\":\"" + "x".repeat(89) + "\"}";
    private static final Map<String, String> UNLIMITED = Map.of("backpressure.global-rps", "100000000");

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
        List<String> only = List.of(System.getProperty("benchmark.only", "A,B,C,D,E,F,G,H,L,S").split(","));
        Path dir = Files.createTempDirectory("bulk-action-benchmark");
        EmbeddedRedisSettings settings =
                new EmbeddedRedisSettings(true, dir, AppendFsync.EVERYSEC, null, null, Duration.ofMinutes(1));
        try (EmbeddedRedis server = EmbeddedRedis.start(settings);
                RedisClient client = Yardstick.client(server);
                StatefulRedisConnection<String, String> connection = client.connect();
                Yardstick yardstick = new Yardstick(client);
                Subject subject = new Subject(server, queues())) {
            new Benchmark(subject, yardstick, connection.sync()).run(only);
        } finally {
            FileSystemUtils.deleteRecursively(dir);
        }
    }

    private static Map<String, Map<String, String>> queues() {
        Map<String, Map<String, String>> queues = new LinkedHashMap<>();
        queues.put("w10", with("worker-pool.worker-count", "10"));
        queues.put("w100", with("worker-pool.worker-count", "100"));
        // why 25 ms: what lies in Ready is out of reach of fairness, and with jobs of 1 ms the default of 100 ms is long
        queues.put("fair", with("worker-pool.worker-count", "10",
                "backpressure.ready-target-wait", "25ms"));
        return queues;
    }

    private static Map<String, String> with(String... settings) {
        Map<String, String> all = new LinkedHashMap<>(UNLIMITED);
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return all;
    }

    private void run(List<String> only) throws Exception {
        warmUp();
        redis.configSet("slowlog-log-slower-than", "2000");
        redis.configSet("slowlog-max-len", "100000");
        for (String scenario : only) {
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
                case "S" -> scripts();
                default -> throw new IllegalArgumentException("no scenario " + scenario);
            }
        }
        for (String subject : List.of("bulk-action", "yardstick")) {
            Map.Entry<Double, String> slowest = RedisUse.slowestScript(redis, subject);
            report.value("Slowest script call of " + subject, slowest.getKey(), "ms, on " + slowest.getValue());
        }
        report.print(System.out);
        report.write(Path.of("target", "benchmark.json"));
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
        report.rate("A enqueue, one group", JOBS * 1e9 / (System.nanoTime() - start), plain);
        redis.flushall();
    }

    private void drain() throws InterruptedException {
        for (String workers : List.of("w10", "w100")) {
            for (int groups : GROUPS) {
                // why in turns: the machine's pace changes within seconds, and the median leaves out what it swallowed
                int rounds = groups > 1_000 ? 1 : 5;
                double[] plain = new double[rounds];
                double[] rate = new double[rounds];
                for (int round = 0; round < rounds; round++) {
                    yardstick.enqueue(JOBS, PAYLOAD);
                    plain[round] = yardstick.drain(JOBS);
                    redis.flushall();
                    rate[round] = drained(workers, JOBS, groups, "drain");
                }
                report.rate("B drain, %,d groups, %s workers".formatted(groups, workers.substring(1)), median(rate),
                        median(plain));
            }
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private void latency() throws InterruptedException {
        int rounds = 5; // in turns, as above
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
                    at(plain, quantile));
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
                "bytes");
        redis.flushall();
    }

    private void wholeWay() throws InterruptedException {
        for (int groups : new int[] {10, 1_000}) {
            RedisUse before = RedisUse.now(redis);
            drained("w10", JOBS, groups, "whole");
            RedisUse used = RedisUse.now(redis).since(before);
            String way = "E whole way, %,d groups: ".formatted(groups);
            report.value(way + "Redis CPU per job", used.cpuSeconds() * 1e6 / JOBS, "µs");
            report.value(way + "Redis commands per job", (double) used.commands() / JOBS, "commands");
        }
    }

    private void scripts() {
        ScriptCosts costs = new ScriptCosts(subject.unserved("costs", "w10"), redis, report);
        for (int groups : GROUPS) {
            costs.measure(JOBS, groups, PAYLOAD);
            redis.flushall();
        }
    }

    private void fairness() throws InterruptedException {
        report.fairness(new Fairness(subject, "fair").run());
        redis.flushall();
    }

    private void growth() throws InterruptedException {
        double small = costPerJob(10_000, 10);
        report.value("G Redis CPU per job: 10,000 queued, 10 groups", small, "µs");
        double deep = costPerJob(1_000_000, 10);
        report.value("G Redis CPU per job: 1,000,000 queued, 10 groups", deep, "µs (%.2f x)".formatted(deep / small));
        double wideSmall = costPerJob(10_000, 10_000);
        report.value("G Redis CPU per job: 10,000 queued, 10,000 groups", wideSmall, "µs");
        double wide = costPerJob(1_000_000, 100_000);
        report.value("G Redis CPU per job: 1,000,000 queued, 100,000 groups", wide,
                "µs (%.2f x)".formatted(wide / wideSmall));
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
        await().until(() -> subject.queue("w10").inFlight().size() == 0);
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
                (double) used.commands() / time.toSeconds() / queues, "commands/s");
        report.value("H idle: CPU of this process, all queues", (processCpu() - cpu) * 100.0 / time.toNanos(),
                "% of a core");
    }

    /** Fills a paused queue, lets it go and measures. */
    private double drained(String queue, int jobs, int groups, String name) throws InterruptedException {
        fill(queue, jobs, groups, name);
        Drain drain = new Drain(jobs);
        subject.work(queue, drain::run);
        subject.resume(queue);
        double rate = drain.rate(() -> subject.queue(queue).inFlight().size());
        redis.flushall();
        return rate;
    }

    private void fill(String queue, int jobs, int groups, String name) {
        subject.pause(queue);
        for (int group = 0; group < groups; group++) {
            subject.submit(queue, name + "-" + group, jobs / groups, PAYLOAD);
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
