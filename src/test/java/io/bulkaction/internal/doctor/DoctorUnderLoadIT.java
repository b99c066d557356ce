package io.bulkaction.internal.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupCancellingException;
import io.bulkaction.GroupId;
import io.bulkaction.GroupLimits;
import io.bulkaction.JobId;
import io.bulkaction.JobResult;
import io.bulkaction.internal.flow.EnqueueBatch;
import io.bulkaction.internal.flow.JobName;
import io.bulkaction.internal.operate.DeadLetters;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.Office;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The doctor finds nothing wrong with a queue under load of every kind. */
class DoctorUnderLoadIT {

    private static final Actor ANNA = new Actor("anna", "");
    private static final int EXAMINATIONS = 3;
    private static final int JOBS = 2_000;

    private final AtomicBoolean end = new AtomicBoolean();
    private final AtomicLong submitted = new AtomicLong();

    @ParameterizedTest
    @ValueSource(ints = {4_000, 0})
    void raisesNoFalseAlarm(int countedAtOnce) throws Exception {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.liveOn(
                    redis,
                    "backpressure.global-rps", "3000",
                    "backpressure.rate-limit-window", "200ms",
                    "worker-pool.worker-count", "30",
                    "worker-pool.max-concurrency-per-group", "20",
                    "congestion.base-backoff", "50ms",
                    "retry.backoff", "20ms",
                    "retry.max-retries", "1");
            Office office = Office.of(test);
            Doctor doctor = new Doctor(office.queues(), office.audit(), office.tasks(), countedAtOnce);
            List<Thread> people = new ArrayList<>();
            try (TestEngine one = TestEngine.start(test.queue(), DoctorUnderLoadIT::work);
                    TestEngine two = TestEngine.start(test.queue(), DoctorUnderLoadIT::work)) {
                assertThat(one).isNotSameAs(two);
                people.add(Thread.startVirtualThread(() -> submit(test)));
                people.add(Thread.startVirtualThread(() -> skipAndRetry(office)));
                people.add(Thread.startVirtualThread(() -> cancel(test)));
                int examinations = 0;
                while (examinations < EXAMINATIONS || completed(test) < JOBS) {
                    DoctorReport report = doctor.examine(office.name(), ANNA);
                    assertThat(report.findings()).as("examination " + examinations).isEmpty();
                    examinations++;
                }
                end.set(true);
                for (Thread person : people) {
                    person.join();
                }
            }
            DoctorReport last = doctor.examine(office.name(), ANNA);
            assertThat(last.findings()).isEmpty();
            assertThat(last.unproven()).as("nothing moves any more").isEmpty();
            System.out.println("doctor under load: " + submitted + " submitted, " + last);
        }
    }

    @Test
    void findsOneLostJobAmongManyThatMove() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test =
                    TestQueue.liveOn(redis, "backpressure.global-rps", "2000", "worker-pool.worker-count", "10");
            Office office = Office.of(test);
            Doctor doctor = new Doctor(office.queues(), office.audit(), office.tasks());
            office.driver().enqueueMany("big", 20_000);
            byte[] list = test.redis().keys().group(new GroupId("big"), "jobs");
            test.redis().read(commands -> commands.lrem(list, 0, "big#big-15000".getBytes()));
            try (TestEngine engine = TestEngine.start(test.queue(), DoctorUnderLoadIT::work)) {
                assertThat(engine).isNotNull();
                DoctorReport report = doctor.repair(office.name(), ANNA);
                assertThat(report.findings())
                        .filteredOn(finding -> finding.kind() == Finding.Kind.JOB_LOST)
                        .extracting(Finding::subject)
                        .containsExactly("big#big-15000");
                assertThat(doctor.examine(office.name(), ANNA).findings()).isEmpty();
            }
        }
    }

    private static long completed(TestQueue test) {
        return QueueControl.of(test.queue()).survey().lifetime().completed();
    }

    /** Sometimes fails, with or without a retry, and is sometimes throttled. */
    private static JobResult work(io.bulkaction.Job job) {
        return switch (Math.floorMod((job.id().value() + job.attempt()).hashCode(), 20)) {
            case 0 -> JobResult.permanent("DENIED", "no");
            case 1, 2 -> JobResult.failure("TIMEOUT", "later", true);
            case 3 -> JobResult.throttled(Duration.ofMillis(30));
            default -> JobResult.success();
        };
    }

    private void submit(TestQueue test) {
        Random random = new Random(7);
        while (!end.get()) {
            String group = "g" + random.nextInt(40);
            List<EnqueueBatch.Entry> jobs = new ArrayList<>();
            for (int i = random.nextInt(1, 60); i > 0; i--) {
                jobs.add(new EnqueueBatch.Entry(new JobId("j" + submitted.incrementAndGet()), "{}"));
            }
            GroupLimits limits = random.nextInt(4) == 0 ? new GroupLimits(50.0, 3) : GroupLimits.KEEP;
            try {
                test.enqueue(
                        EnqueueBatch.of(new GroupId(group), "TEST", jobs).with(limits).sealed(random.nextInt(3) > 0));
            } catch (GroupCancellingException | CompletionException cancelling) {
                // why: that is part of the life of a queue
            }
        }
    }

    private void skipAndRetry(Office office) {
        while (!end.get()) {
            DeadLetters.of(office.test().queue()).skip(
                    DeadLetters.of(office.test().queue()).page(Filter.ALL, 0, 3).items().stream()
                            .map(item -> new JobName(item.groupId(), item.id()))
                            .toList(),
                    "anna", "by hand");
            office.operations().retryAll(office.name(), new Filter(null, "DENIED", null), ANNA);
        }
    }

    private void cancel(TestQueue test) {
        Random random = new Random(8);
        while (!end.get()) {
            GroupId group = new GroupId("g" + random.nextInt(40));
            Groups.of(test.queue()).state(group).ifPresent(state -> {
                if (random.nextInt(200) == 0) {
                    Groups.of(test.queue()).cancel(group, "not needed", null, List.of());
                }
            });
        }
    }
}
