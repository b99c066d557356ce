package io.bulkaction.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.JobId;
import io.bulkaction.job.JobStatus;
import io.bulkaction.operate.doctor.Doctor;
import io.bulkaction.operate.doctor.DoctorReport;
import io.bulkaction.queue.DeadLetters.Filter;
import io.bulkaction.queue.EnqueueBatch;
import io.bulkaction.queue.Enqueued;
import io.bulkaction.queue.Instance;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** With a million jobs in the queue an administrator waits no longer than with ten. */
@EnabledIfSystemProperty(named = "heavy", matches = "true", disabledReason = "takes minutes: run with -Pchaos")
class MillionJobsIT {

    private static final int JOBS = 1_000_000;
    private static final int GROUPS = 1_000;
    private static final int BATCH = 500;
    private static final int DEAD = 2_000;
    private static final Actor ANNA = new Actor("anna", "10.0.0.7");

    private static PrivateRedis redis;
    private static Office office;

    @BeforeAll
    static void fill() {
        redis = PrivateRedis.start();
        office = Office.of(TestQueue.liveOn(redis, "backpressure.global-rps", "1000000"));
        ArrayDeque<CompletableFuture<Enqueued>> underway = new ArrayDeque<>();
        for (int batch = 0; batch < JOBS / BATCH; batch++) {
            String group = "group-" + batch % GROUPS;
            List<String> ids = new ArrayList<>(BATCH);
            for (int i = 0; i < BATCH; i++) {
                ids.add(group + "-" + batch + "-" + i);
            }
            EnqueueBatch jobs = TestQueue.batch(group, null, true, ids);
            underway.add(office.test().queue().fairQueue().enqueue(jobs));
            if (underway.size() > 8) {
                underway.remove().join();
            }
        }
        underway.forEach(CompletableFuture::join);
        for (int dead = 0; dead < DEAD; dead += BATCH) {
            office.driver().bury(office.driver().claim(BATCH), "DENIED");
        }
        office.test().queue().desk().instances().beat(new Instance.Info("i-1", 10, "1.0", "host", Instant.EPOCH));
        redis.watchForCommandsOver(Duration.ofMillis(100));
    }

    @AfterAll
    static void close() {
        redis.close();
    }

    @Test
    void everyReadAnswersWithinAHundredMilliseconds() {
        QueueOperations operations = office.operations();
        QueueStatus status = operations.status(office.name());
        assertThat(status.waiting()).isEqualTo(JOBS - DEAD);
        assertThat(status.failed()).isEqualTo(DEAD);

        Map<String, Runnable> calls = new TreeMap<>();
        var desk = office.test().queue().desk();
        JobId pending = new JobId("group-7-1007-499");
        assertThat(desk.jobs().find(pending).orElseThrow().status()).isEqualTo(JobStatus.PENDING);
        JobId dead = desk.deadLetters().page(Filter.ALL, 0, 1).items().getFirst().id();
        GroupId group = new GroupId("group-0");
        calls.put("status", () -> operations.status(office.name()));
        calls.put("statuses", operations::statuses);
        calls.put("find a pending job", () -> desk.jobs().find(pending));
        calls.put("find a dead letter", () -> desk.jobs().find(dead));
        calls.put("dead letters", () -> desk.deadLetters().page(Filter.ALL, 0, 10));
        calls.put("dead letters, last page, 1000", () -> desk.deadLetters().page(Filter.ALL, DEAD - 1000, 1000));
        calls.put("dead letters by group", () -> desk.deadLetters().page(new Filter(group, null, null), 0, 10));
        calls.put("dead letters by all three",
                () -> desk.deadLetters().page(new Filter(group, "DENIED", "TEST"), 0, 10));
        calls.put("audit", () -> office.audit().page(office.name(), null, 100));
        calls.put("instances", () -> desk.instances().look());
        calls.put("pause", () -> operations.pause(office.name(), "look", ANNA));
        calls.put("resume", () -> operations.resume(office.name(), ANNA));
        calls.forEach((name, call) -> {
            Duration median = median(call);
            System.out.printf("%-32s %8.2f ms%n", name, median.toNanos() / 1e6);
            assertThat(median).as(name).isLessThan(Duration.ofMillis(100));
        });
    }

    @Test
    void theDoctorProvesAMillionJobsWithoutHoldingUpRedis() {
        Doctor doctor = new Doctor(office.queues(), office.audit(), office.board());
        DoctorReport report = doctor.examine(office.name(), ANNA);
        System.out.println("doctor: " + report.jobs() + " jobs in " + report.took());
        assertThat(report.findings()).isEmpty();
        assertThat(report.unproven()).isEmpty();
        assertThat(report.jobs()).isEqualTo(JOBS);
        assertThat(report.groups()).isEqualTo(GROUPS);
        assertThat(redis.slowCommands()).as("commands that took longer than 100 ms").isEmpty();
    }

    private static Duration median(Runnable call) {
        long[] nanos = new long[41];
        for (int i = 0; i < nanos.length; i++) {
            long start = System.nanoTime();
            call.run();
            nanos[i] = System.nanoTime() - start;
        }
        Arrays.sort(nanos);
        return Duration.ofNanos(nanos[nanos.length / 2]);
    }
}
