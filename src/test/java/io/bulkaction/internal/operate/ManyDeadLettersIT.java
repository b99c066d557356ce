package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.doctor.Doctor;
import io.bulkaction.internal.operate.DeadLetters.Filter;
import io.bulkaction.internal.operate.audit.Actor;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Very many dead letters, retried and skipped in small steps; {@code -Dchaos.dead-letters=100000} for more. */
class ManyDeadLettersIT {

    private static final int DEAD = Integer.getInteger("chaos.dead-letters", 20_000);
    private static final int MOST_IN_A_STEP = 50;
    private static final Actor ANNA = new Actor("anna", "");

    /** They are retried, fail again and are skipped: one test, because filling the queue takes longest. */
    @Test
    void veryManyAreRetriedAndSkippedInSmallStepsThatShowHowFarTheyAre() throws Exception {
        try (PrivateRedis redis = PrivateRedis.start()) {
            Office office = Office.of(TestQueue.on(redis, "backpressure.global-rps", "1000000"));
            office.driver().enqueueMany("a", DEAD / 2);
            office.driver().enqueueMany("b", DEAD / 2);
            assertThat(office.driver().failAll("DENIED")).isEqualTo(DEAD);

            long retried = watched(redis, office, "retry all",
                    () -> office.operations().retryAll(office.name(), Filter.ALL, ANNA));
            assertThat(retried).isEqualTo(DEAD);
            assertRetried(office);
            assertThat(office.driver().failAll("DENIED_AGAIN")).isEqualTo(DEAD);

            office.operations().pause(office.name(), "too many failures", ANNA);
            long skipped = watched(redis, office, "skip all",
                    () -> office.operations().skipAllAndResume(office.name(), "all by hand", ANNA).skipped());
            assertThat(skipped).isEqualTo(DEAD);
            assertResolved(office);

            Doctor doctor = new Doctor(office.queues(), office.audit(), office.tasks());
            assertThat(doctor.examine(office.name(), ANNA).findings()).isEmpty();
        }
    }

    private static long watched(PrivateRedis redis, Office office, String action, Supplier<Long> work)
            throws Exception {
        redis.forgetStatistics();
        try (ExecutorService people = Executors.newSingleThreadExecutor()) {
            CompletableFuture<Long> done = CompletableFuture.supplyAsync(work, people);
            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> office.tasks().of(office.name()).stream().anyMatch(
                            view -> view.action().equals(action) && view.state() == Task.State.RUNNING
                                    && view.done() > 0 && view.done() < DEAD && view.total() == DEAD));
            long count = done.get();
            assertThat(redis.callsOf("evalsha")).as("steps").isGreaterThanOrEqualTo(DEAD / MOST_IN_A_STEP);
            assertThat(office.tasks().of(office.name()))
                    .anySatisfy(view -> {
                        assertThat(view.action()).isEqualTo(action);
                        assertThat(view.state()).isEqualTo(Task.State.DONE);
                        assertThat(view.done()).isEqualTo(DEAD);
                    });
            return count;
        }
    }

    private static void assertRetried(Office office) {
        QueueStatus status = office.operations().status(office.name());
        assertThat(status.deadLetters()).isZero();
        assertThat(status.nonReady()).isZero();
        assertThat(status.pending()).isEqualTo(DEAD);
        assertThat(office.test().meta("a"))
                .containsEntry("status", "RUNNING")
                .containsEntry("failedCount", "0")
                .containsEntry("doneJobs", "0")
                .containsEntry("returned", String.valueOf(DEAD / 2));
    }

    private static void assertResolved(Office office) {
        QueueStatus status = office.operations().status(office.name());
        assertThat(status.deadLetters()).isZero();
        assertThat(status.isPaused()).isFalse();
        assertThat(office.test().meta("b"))
                .containsEntry("failedCount", "0")
                .containsEntry("resolvedCount", String.valueOf(DEAD / 2));
        assertThat(office.test().job("a-4711"))
                .containsEntry("status", "MANUALLY_RESOLVED")
                .containsEntry("resolvedBy", "anna")
                .containsEntry("resolution", "all by hand");
    }
}
