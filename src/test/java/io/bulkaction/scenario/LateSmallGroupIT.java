package io.bulkaction.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A small customer comes while a giant runs at full speed. Counted in jobs of the giant, not in time: load cannot fool it. */
class LateSmallGroupIT {

    private static final int SMALL = 50;
    private static final int WORKERS = 10;

    /** Working depth of Ready when nothing is claimed ahead: what lies there is out of reach of fairness. */
    private static final int DEPTH = 2 * WORKERS;

    /** Also where the giant has done a good part of its work. */
    @ParameterizedTest
    @CsvSource({"50, 60", "5, 1000", "1, 10000"})
    void aLateSmallGroupIsServedInTurnWithTheGiant(int jobMillis, int giantDone) {
        // why: without these the depth follows the pace of the machine, and so would what is promised
        TestQueue test = TestQueue.live(
                "backpressure.ready-target-wait", "1ms", "worker-pool.max-concurrency", Integer.toString(WORKERS));
        enqueue(test, "giant", 20_000);
        AtomicInteger giant = new AtomicInteger();
        AtomicInteger small = new AtomicInteger();
        AtomicInteger giantWhenSmallDone = new AtomicInteger();
        try (TestEngine _ = TestEngine.start(test.queue(), job -> {
            boolean isGiant = job.groupId().value().equals("giant");
            if (isGiant) {
                giant.incrementAndGet();
            } else if (small.incrementAndGet() == SMALL) {
                giantWhenSmallDone.set(giant.get());
            }
            LockSupport.parkNanos(jobMillis * 1_000_000L);
            return JobResult.success();
        })) {
            await().pollInterval(Duration.ofMillis(5))
                    .until(() -> giant.get() > giantDone);
            enqueue(test, "small", SMALL);
            int before = giant.get();
            await().pollInterval(Duration.ofMillis(5)).until(() -> small.get() == SMALL);

            assertThat(giantWhenSmallDone.get() - before)
                    .as("jobs of the giant served meanwhile")
                    .isLessThanOrEqualTo(SMALL + 3 * DEPTH / 2 + WORKERS);
        }
    }

    private static void enqueue(TestQueue test, String group, int jobs) {
        for (int from = 0; from < jobs; from += 500) {
            List<String> ids =
                    IntStream.range(from, Math.min(from + 500, jobs)).mapToObj(i -> group + "-" + i).toList();
            test.enqueue(TestQueue.batch(group, null, true, ids));
        }
    }
}
