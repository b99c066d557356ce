package io.bulkaction.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.job.JobResult;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueEngineIT {

    @Test
    void drainsManyJobsOfManyGroups() {
        TestQueue test = TestQueue.live("backpressure.global-rps", "1000000");
        int jobs = 100_000;
        int groups = 10;
        for (int from = 0; from < jobs; from += 500) {
            int group = (from / 500) % groups;
            List<String> ids = IntStream.range(from, from + 500).mapToObj(i -> "job-" + i).toList();
            test.enqueue(TestQueue.batch("group-" + group, null, true, ids));
        }
        AtomicInteger done = new AtomicInteger();
        long start = System.nanoTime();
        try (TestEngine engine = TestEngine.start(test.queue(), job -> {
            done.incrementAndGet();
            return JobResult.success();
        })) {
            await().pollInterval(Duration.ofMillis(5)).until(() -> done.get() == jobs);
            await().until(() -> engine.endedRuns().size() == groups);
            System.out.println("drained at " + jobs * 1_000_000_000L / (System.nanoTime() - start) + " jobs/s");
        }
        assertThat(test.meta("group-0")).containsEntry("successCount", "10000").containsEntry("admitted", "0");
    }
}
