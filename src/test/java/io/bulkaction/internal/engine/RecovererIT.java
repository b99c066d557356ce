package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.internal.flow.InFlight;
import io.bulkaction.internal.flow.Instance;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.metrics.BulkActionMetrics;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.JobDriver;
import io.bulkaction.testing.Patience;
import io.bulkaction.testing.TestQueue;
import io.bulkaction.testing.Verbs;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The loop that recovers jobs: when it rests, and when it goes on. */
class RecovererIT {

    private static final int JOBS = 2 * InFlight.MAX_BATCH + 10;

    private final TestQueue test = TestQueue.with("reliability.recover-interval", "1h");
    private final AtomicInteger endedRuns = new AtomicInteger();

    /** Cancelled jobs counted as nothing done, and the recoverer rested after each batch of them. */
    @Test
    void theNextBatchFollowsAtOnceThoughAllJobsOfTheLastWereCancelled() {
        new JobDriver(test).enqueueMany("a", JOBS);
        test.fetch(JOBS);
        assertThat(test.claim(JOBS)).hasSize(JOBS);
        new Verbs(test).cancel("a", 10, List.of());
        loseTheClaims();
        Recoverer recoverer = new Recoverer(
                test.queue(), new BulkActionMetrics(new SimpleMeterRegistry()).queue(test.queue().name()),
                endedRuns::incrementAndGet, _ -> {});

        recoverer.loop().start();
        try {
            await().until(() -> test.partition().inFlight().size() == 0);
        } finally {
            recoverer.loop().stop(Deadline.in(Patience.LIMIT));
        }

        assertThat(recoverer.loop().turns()).isEqualTo(3);
        assertThat(endedRuns).hasValue(1);
        assertThat(test.meta("a")).containsEntry("cancelledCount", Integer.toString(JOBS));
        Accounting.prove(test);
    }

    /** The leases run out, and the instance lives and extends what it knows of: it does not know of these. */
    private void loseTheClaims() {
        test.advance(test.queue().settings().reliability().lease().toMillis() + 1);
        for (int beat = 0; beat < 2; beat++) {
            test.partition().instances().beat(new Instance.Info("w", 10, "1", "host", Instant.EPOCH));
            test.advance(1);
        }
    }
}
