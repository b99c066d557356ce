package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.redis.Keys;
import io.bulkaction.internal.redis.RedisAccess;
import io.bulkaction.internal.redis.RedisQueue;
import io.bulkaction.internal.redis.Scripts;
import io.bulkaction.internal.settings.BulkActionSettings;
import io.bulkaction.internal.settings.Defaults;
import io.bulkaction.testing.TestRedis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes on a real Redis, killed and stopped at random while they work. What happened is read from a file that
 * the jobs write themselves. {@code -Dchaos.kills=50 -Dchaos.jobs=50000} is the long version.
 */
class CrashIT {

    private static final int KILLS = Integer.getInteger("chaos.kills", 2);
    private static final int JOBS = Integer.getInteger("chaos.jobs", 1_500);
    private static final int GROUPS = 10;
    private static final int WORKERS = 10;
    /** What an instance may hold at once: what runs and what it claimed ahead. */
    private static final int HELD = WORKERS + 100;

    private static final Map<String, String> SETTINGS = Map.of(
            "bulk-action.queues.default.worker-pool.worker-count", Integer.toString(WORKERS),
            "bulk-action.queues.default.reliability.lease", "2s",
            "bulk-action.queues.default.reliability.heartbeat", "500ms",
            "bulk-action.queues.default.reliability.recover-interval", "300ms",
            "bulk-action.queues.default.reliability.max-recoveries", "20");

    /** Of an instance that only has to do what another has left. */
    private static final Map<String, String> QUICK =
            Map.of("bulk-action.queues.default.worker-pool.worker-count", "100");

    @TempDir
    Path dir;

    private RedisProcess redis;
    private RedisAccess access;
    private Queue queue;

    @BeforeEach
    void startRedis() throws IOException {
        redis = new RedisProcess(dir);
        access = TestRedis.connect(redis.port());
        QueueName name = BulkActionSettings.DEFAULT_QUEUE;
        queue = Queue.on(new RedisQueue(
                name, Defaults.queue(), new Keys("bulk-action", name), access,
                new Scripts(access, (script, took) -> {})));
    }

    @AfterEach
    void stopRedis() {
        access.close();
        redis.close();
    }

    @Test
    void killedInstancesLoseNothing() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        System.out.println("killedInstancesLoseNothing: -Dseed=" + seed);
        try (Instances instances = new Instances(dir, redis.port(), SETTINGS)) {
            submit(JOBS, "20");
            for (int i = 0; i < 3; i++) {
                instances.start();
            }
            await().until(() -> instances.history().size() > 50);
            for (int kill = 0; kill < KILLS; kill++) {
                List<Process> alive = instances.alive();
                Instances.kill(alive.get(random.nextInt(alive.size())));
                instances.start();
                int seen = instances.history().size();
                await().until(() -> instances.history().size() > seen + 20 || allDone());
            }
            await().atMost(Duration.ofMinutes(20))
                    .untilAsserted(() -> assertThat(allDone()).as(instances::logs).isTrue());

            List<String> starts = starts(instances.history());
            assertThat(Set.copyOf(starts)).as("every job ran").hasSize(JOBS);
            assertThat(starts.size()).as("runs again only what a killed instance held")
                    .isLessThanOrEqualTo(JOBS + KILLS * HELD);
            assertCountersExact(JOBS);
            System.out.printf("%,d jobs, %d kills: %,d executions, none lost%n", JOBS, KILLS, starts.size());
        }
    }

    @Test
    void aFrozenInstanceIsFencedWhenItThaws() throws Exception {
        try (Instances instances = new Instances(dir, redis.port(), SETTINGS)) {
            submit(400, "300");
            Process frozen = instances.start();
            await().until(() -> instances.history().size() >= WORKERS);
            Instances.signal(frozen, "STOP");
            instances.start(QUICK);
            await().until(this::allDone);
            Instances.signal(frozen, "CONT");
            await().until(() -> instances.logs().contains("changed nothing")
                    || instances.logs().contains("was taken over"));
            assertThat(Set.copyOf(starts(instances.history()))).hasSize(400);
            assertCountersExact(400);
        }
    }

    @Test
    void aJobThatKillsItsProcessEndsAsDeadLetterAndTheOthersFinish() throws Exception {
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.put("bulk-action.queues.default.reliability.max-recoveries", "1");
        try (Instances instances = new Instances(dir, redis.port(), settings)) {
            submit(50, "5");
            submitTo("poison", 1, "\"halt\"");
            instances.start();
            await().pollInterval(Duration.ofMillis(200)).until(() -> {
                if (instances.alive().isEmpty()) {
                    instances.start();
                }
                return allDone() && count("poison", "failedCount") == 1;
            });
            assertThat(starts(instances.history())).filteredOn("poison-0"::equals).hasSize(2);
        }
    }

    @Test
    void aKilledRedisComesBackAndTheWorkGoesOnByItself() throws Exception {
        try (Instances instances = new Instances(dir, redis.port(), SETTINGS)) {
            submit(2_000, "20");
            instances.start();
            await().until(() -> instances.history().size() > 100);
            redis.kill();
            redis.startAgain();
            int seen = instances.history().size();
            await().until(() -> instances.history().size() > seen);
            await().ignoreExceptions().until(this::allDone);
            assertThat(Set.copyOf(starts(instances.history()))).hasSize(2_000);
            assertCountersExact(2_000);
        }
    }

    @Test
    void sigtermFinishesWhatRunsAndLosesNothing() throws Exception {
        Map<String, String> settings = new HashMap<>(SETTINGS);
        settings.put("bulk-action.queues.default.reliability.lease", "2m"); // no busy machine may make one run out
        try (Instances instances = new Instances(dir, redis.port(), settings)) {
            submit(1_000, "50");
            Process first = instances.start();
            await().until(() -> instances.history().size() > 50);
            Instances.signal(first, "TERM");
            first.waitFor();
            List<String> history = instances.history();
            assertThat(starts(history)).as("what started has ended").hasSameSizeAs(ends(history));
            assertThat(queue.home().inFlight().size()).isZero();
            instances.start(QUICK);
            await().until(this::allDone);
            assertThat(starts(instances.history())).as("and nothing ran twice").hasSize(1_000).doesNotHaveDuplicates();
            assertCountersExact(1_000);
        }
    }

    private void submit(int jobs, String payload) {
        for (int group = 0; group < GROUPS; group++) {
            submitTo("group-" + group, jobs / GROUPS, payload);
        }
    }

    private void submitTo(String group, int jobs, String payload) {
        for (int from = 0; from < jobs; from += 500) {
            int until = Math.min(from + 500, jobs);
            List<EnqueueBatch.Entry> entries = IntStream.range(from, until)
                    .mapToObj(i -> new EnqueueBatch.Entry(new JobId(group + "-" + i), payload))
                    .toList();
            queue.home().fairQueue()
                    .enqueue(EnqueueBatch.of(new GroupId(group), "CHAOS", entries).sealed(until == jobs))
                    .join();
        }
    }

    private boolean allDone() {
        return IntStream.range(0, GROUPS)
                .allMatch(group -> count("group-" + group, "doneJobs") == count("group-" + group, "totalJobs"));
    }

    private void assertCountersExact(int jobs) {
        for (int group = 0; group < GROUPS; group++) {
            String name = "group-" + group;
            assertThat(count(name, "successCount")).isEqualTo(jobs / GROUPS);
            assertThat(count(name, "admitted")).isZero();
            assertThat(count(name, "running")).isZero();
            assertThat(count(name, "nonReady")).isZero();
        }
        assertThat(queue.home().inFlight().size()).isZero();
        assertThat(queue.home().ready().size()).isZero();
        assertThat(queue.home().nonReady().size()).isZero();
    }

    private long count(String group, String field) {
        byte[] value = queue.home().redis().read(commands -> commands.hget(
                queue.home().redis().keys().group(new GroupId(group), "meta"), field.getBytes(StandardCharsets.UTF_8)));
        return value == null ? -1 : Long.parseLong(new String(value, StandardCharsets.UTF_8));
    }

    private static List<String> starts(List<String> history) {
        return jobs(history, "start ");
    }

    private static List<String> ends(List<String> history) {
        return jobs(history, "end ");
    }

    private static List<String> jobs(List<String> history, String what) {
        return history.stream()
                .filter(line -> line.startsWith(what))
                .map(line -> line.split(" ")[1])
                .collect(Collectors.toList());
    }
}
