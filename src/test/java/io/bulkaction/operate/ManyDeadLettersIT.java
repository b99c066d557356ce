package io.bulkaction.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.operate.doctor.Doctor;
import io.bulkaction.queue.DeadLetters.Filter;
import io.bulkaction.queue.QueueCounts;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A hundred thousand failures are settled step by step, without holding up the queue. */
@EnabledIfSystemProperty(named = "heavy", matches = "true", disabledReason = "takes minutes: run with -Pchaos")
class ManyDeadLettersIT {

    private static final int DEAD = 100_000;
    private static final Actor ANNA = new Actor("anna", "");

    private static PrivateRedis redis;
    private Office office;

    @BeforeAll
    static void start() {
        redis = PrivateRedis.start();
    }

    @AfterAll
    static void close() {
        redis.close();
    }

    @BeforeEach
    void fail() {
        redis.clear();
        office = Office.of(TestQueue.on(redis, "backpressure.global-rps", "1000000"));
        office.driver().enqueueMany("a", DEAD / 2);
        office.driver().enqueueMany("b", DEAD / 2);
        assertThat(office.driver().buryAll("DENIED")).isEqualTo(DEAD);
        redis.watchForCommandsOver(Duration.ofMillis(100));
    }

    @Test
    void retryAllRevivesEveryOneAndShowsHowFarItIs() throws Exception {
        CompletableFuture<Long> retried = new CompletableFuture<>();
        try (ExecutorService people = Executors.newSingleThreadExecutor()) {
            people.execute(() -> retried.complete(office.operations().retryAll(office.name(), Filter.ALL, ANNA)));
            await().pollInterval(Duration.ofMillis(1)).until(() -> office.board().of(office.name()).stream()
                    .anyMatch(view -> view.done() > 0 && view.total() == DEAD));
            assertThat(office.board().of(office.name()))
                    .allSatisfy(view -> assertThat(view.done()).isBetween(1L, (long) DEAD));
            assertThat(retried.get()).isEqualTo(DEAD);
        }

        QueueCounts counts = office.test().queue().desk().state().survey().counts();
        assertThat(counts.deadLetters()).isZero();
        assertThat(counts.nonReady()).isEqualTo(DEAD);
        assertThat(counts.pending()).isZero();
        assertThat(office.test().meta("a"))
                .containsEntry("status", "RUNNING")
                .containsEntry("failedCount", "0")
                .containsEntry("doneJobs", "0")
                .containsEntry("nonReady", String.valueOf(DEAD / 2));
        assertHealthy();
        assertThat(office.driver().completeAll()).isEqualTo(DEAD);
        assertThat(office.test().meta("b")).containsEntry("successCount", String.valueOf(DEAD / 2));
    }

    @Test
    void skipAllSettlesEveryOneAndResumes() {
        office.operations().pause(office.name(), "too many failures", ANNA);

        QueueOperations.SkippedAll skipped = office.operations().skipAllAndResume(office.name(), "all by hand", ANNA);

        assertThat(skipped.skipped()).isEqualTo(DEAD);
        assertThat(skipped.resumed()).isTrue();
        QueueStatus status = office.operations().status(office.name());
        assertThat(status.failed()).isZero();
        assertThat(status.isPaused()).isFalse();
        assertThat(office.test().meta("a"))
                .containsEntry("failedCount", "0")
                .containsEntry("resolvedCount", String.valueOf(DEAD / 2));
        assertThat(office.test().job("a-4711"))
                .containsEntry("status", "MANUALLY_RESOLVED")
                .containsEntry("resolvedBy", "anna")
                .containsEntry("resolution", "all by hand");
        assertHealthy();
    }

    private void assertHealthy() {
        Doctor doctor = new Doctor(office.queues(), office.audit(), office.board());
        assertThat(doctor.examine(office.name(), ANNA).findings()).isEmpty();
        assertThat(redis.slowCommands()).as("commands that took longer than 100 ms").isEmpty();
    }
}
