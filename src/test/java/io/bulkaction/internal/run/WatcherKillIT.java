package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupId;
import io.bulkaction.GroupStatus;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import io.bulkaction.testing.TestWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watchers that are killed while they end runs; {@code -Dchaos.watcher-kills=50} for many of them. */
class WatcherKillIT {

    private static final int KILLS = Integer.getInteger("chaos.watcher-kills", 2);
    private static final int RUNS_PER_KILL = 60;

    @TempDir
    private Path dir;

    private final TestQueue test = TestQueue.live("backpressure.global-rps", "100000");
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void everyRunHasOneResultAndItsEventHoweverOftenAWatcherIsKilled() throws Exception {
        Random random = new Random();
        int runs = KILLS * RUNS_PER_KILL;

        for (int kill = 0; kill < KILLS; kill++) {
            // why not all runs at once: a quick watcher would leave none for the next
            IntStream.range(kill * RUNS_PER_KILL, (kill + 1) * RUNS_PER_KILL)
                    .forEach(i -> test.enqueue("g" + i, "job-" + i));
            new TestWorker(test.queue()).completeAll();
            int seen = seen().size();
            int when = seen + 1 + random.nextInt(RUNS_PER_KILL - 10);
            Process watcher = start();
            await().pollInterval(Duration.ofMillis(1)).until(() -> seen().size() >= when);
            watcher.destroyForcibly().waitFor(2, TimeUnit.MINUTES);
        }
        start();
        await().until(() -> new HashSet<>(seen()).size() == runs
                && test.redis().read(commands -> commands.zcard(test.redis().keys().events())) == 0);

        List<String> ids = seen();
        Set<String> distinct = Set.copyOf(ids);
        System.out
                .println(runs + " runs, " + KILLS + " kills, " + (ids.size() - distinct.size()) + " events came twice");
        assertThat(distinct).hasSize(runs);
        assertThat(ids.size() - distinct.size())
                .as("twice only those of the batch that a killed watcher had published and not removed")
                .isLessThanOrEqualTo(KILLS * Announcer.BATCH);
        GroupService service = new GroupService(
                new Queues(Map.of(test.queue().name(), test.queue())), new ResultAggregators(List.of()));
        for (int i = 0; i < runs; i++) {
            GroupId group = new GroupId("g" + i);
            assertThat(service.results(test.queue().name(), group)).hasSize(1)
                    .allSatisfy(result -> assertThat(result.status()).isEqualTo(GroupStatus.COMPLETED));
        }
        Accounting.prove(test);
    }

    private Process start() throws IOException {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-cp", System.getProperty("java.class.path"),
                WatcherInstance.class.getName(),
                Integer.toString(TestRedis.port()), test.queue().name().value(), events().toString())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("watcher-" + started.size() + ".log").toFile())
                .start();
        started.add(process);
        return process;
    }

    private Path events() {
        return dir.resolve("events");
    }

    private List<String> seen() {
        try {
            return Files.exists(events()) ? Files.readAllLines(events()) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
