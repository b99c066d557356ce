package io.bulkaction.internal.operate.recur;

import static io.bulkaction.internal.operate.recur.Clockwork.ANNA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.TenantId;
import io.bulkaction.internal.operate.recur.Tick.Status;
import io.bulkaction.internal.redis.Utf8;
import io.bulkaction.internal.settings.RecurringSettings.Missed;
import io.bulkaction.internal.settings.RecurringSettings.Overlap;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.TestRedis;
import io.bulkaction.testing.TestWorker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances that are killed around ticks; {@code -Dchaos.ticker-kills=50} for many of them. */
class TickerKillIT {

    private static final int KILLS = Integer.getInteger("chaos.ticker-kills", 3);

    @TempDir
    private Path dir;

    private final TestQueue test = TestQueue.live("backpressure.global-rps", "1000000");
    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void everyTickHasOneWholeRunHoweverOftenInstancesAreKilled() throws Exception {
        Random random = new Random();
        RecurringActions people = Clockwork.on(test).actions();
        RecurringAction found = Clockwork.found("seconds", "*/2 * * * * *");
        people.put(test.queue().name(), new RecurringAction(
                found.name(), found.origin(), found.cron(), "UTC", "TEST", null, List.of(), "found", null,
                found.group(), Missed.ONCE, Overlap.ALLOW), ANNA);
        start();
        start();
        TestWorker worker = new TestWorker(test.queue());

        for (int kill = 0; kill < KILLS; kill++) {
            int seen = groups().size();
            await().pollInterval(Duration.ofMillis(5)).until(() -> groups().size() > seen);
            long after = System.nanoTime() + random.nextLong(TimeUnit.MILLISECONDS.toNanos(300));
            await().pollInterval(Duration.ofMillis(1)).until(() -> System.nanoTime() > after);
            Process victim = started.remove(random.nextInt(started.size()));
            victim.destroyForcibly().waitFor(2, TimeUnit.MINUTES);
            start();
            worker.completeAll();
        }
        people.pause(test.queue().name(), "seconds", null, ANNA);
        await().until(() -> {
            worker.completeAll();
            return people.get(test.queue().name(), "seconds").state().open().isEmpty();
        });

        List<String> groups = groups();
        System.out.println(groups.size() + " ticks, " + KILLS + " kills");
        assertThat(groups).hasSizeGreaterThan(KILLS / 2);
        for (String group : groups) {
            assertThat(test.meta(group)).as(group)
                    .containsEntry("run", "1")
                    .containsEntry("endings", "1")
                    .containsEntry("status", "COMPLETED")
                    .containsEntry("totalJobs", Integer.toString(TickerInstance.JOBS))
                    .containsEntry("successCount", Integer.toString(TickerInstance.JOBS));
        }
        assertThat(people.get(test.queue().name(), "seconds").state().past())
                .filteredOn(tick -> groups.contains(tick.group())) // the pause may have met one that had not begun
                .allSatisfy(tick -> assertThat(tick.status()).isEqualTo(Status.COMPLETED));
        assertThat(groups).as("no tick was left out").isEqualTo(everySecondSecond(groups));
        Accounting.prove(test);
    }

    private static List<String> everySecondSecond(List<String> groups) {
        Schedule schedule = Schedule.of("*/2 * * * * *", ZoneId.of("UTC"));
        List<String> all = new ArrayList<>();
        DateTimeFormatter time =
                DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssX");
        Instant at = OffsetDateTime.parse(groups.getFirst().substring("seconds/".length()), time)
                .toInstant();
        String last = groups.getLast();
        all.add(groups.getFirst());
        while (!all.getLast().equals(last) && all.size() <= groups.size()) {
            at = schedule.next(at).orElseThrow();
            all.add("seconds/" + at.atZone(ZoneOffset.UTC).format(time));
        }
        return all;
    }

    /** In the order of their ticks. */
    private List<String> groups() {
        byte[] key = test.redis().keys().tenant(new TenantId("seconds"), "groups");
        return new ArrayList<>(new TreeSet<>(
                test.redis().read(commands -> commands.smembers(key)).stream().map(Utf8::text).toList()));
    }

    private void start() throws IOException {
        Process process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-cp", System.getProperty("java.class.path"),
                TickerInstance.class.getName(),
                Integer.toString(TestRedis.port()), test.queue().name().value())
                .redirectErrorStream(true)
                .redirectOutput(dir.resolve("ticker-" + System.nanoTime() + ".log").toFile())
                .start();
        started.add(process);
    }
}
