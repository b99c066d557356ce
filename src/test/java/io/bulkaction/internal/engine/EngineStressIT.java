package io.bulkaction.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.LoopStress;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** All loops of an engine at once pass the start/stop stress, with work to do; no job is lost in it. */
class EngineStressIT {

    private static final int JOBS = 1_000;

    @Test
    void startsAndStopsInAnyOrderLeaveNoThreadAndLoseNoJob() {
        TestQueue test = TestQueue.live("worker-pool.worker-count", "2");
        List<String> ids = IntStream.range(0, JOBS).mapToObj(i -> "s-" + i).toList();
        test.enqueue(TestQueue.batch("stress", null, true, ids));
        try (TestEngine engine = TestEngine.start(test.queue(), job -> JobResult.success())) {
            stop(engine);
            LoopStress.hammer(
                    "fetcher-" + test.queue().name(), engine.engine()::start, () -> stop(engine));

            assertThat(engine.engine().loops()).noneMatch(Loop::isRunning);
            engine.engine().start();
            await().untilAsserted(() -> assertThat(test.meta("stress"))
                    .containsEntry("successCount", Integer.toString(JOBS))
                    .containsEntry("running", "0"));
        }
        Accounting.prove(test);
    }

    private static void stop(TestEngine engine) {
        engine.engine().stop(Deadline.in(Duration.ofSeconds(5)));
    }
}
