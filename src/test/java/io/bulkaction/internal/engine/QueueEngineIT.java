package io.bulkaction.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.GroupStatus;
import io.bulkaction.JobResult;
import io.bulkaction.internal.loop.Loop;
import io.bulkaction.internal.run.Groups;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueueEngineIT {

    private static final int JOBS = Integer.getInteger("chaos.drained-jobs", 20_000);
    private static final int GROUPS = 10;

    /** As of a process that was frozen while the others were stopped and started with the new number. */
    @Test
    void stopsWorkingOnAQueueWhoseNumberOfPartitionsHasChanged() {
        TestQueue test = TestQueue.live();
        try (TestEngine engine = TestEngine.start(test.queue(), _ -> JobResult.success())) {
            engine.engine().retireIfPartitionsChanged();
            assertThat(engine.engine().retired()).isEmpty();
            test.redis().read(commands -> commands.hset(
                    test.redis().keys().state(), "partitions".getBytes(UTF_8), "6".getBytes(UTF_8)));

            engine.engine().retireIfPartitionsChanged();

            assertThat(engine.engine().retired()).hasValueSatisfying(
                    reason -> assertThat(reason).contains("6 partitions now", "started with 1", "restart"));
            assertThat(engine.engine().loops()).noneMatch(Loop::isRunning);
        }
    }

    @Test
    void drainsManyJobsOfManyGroups() {
        TestQueue test = TestQueue.live("backpressure.global-rps", "1000000");
        for (int from = 0; from < JOBS; from += 500) {
            int group = (from / 500) % GROUPS;
            List<String> ids = IntStream.range(from, from + 500).mapToObj(i -> "job-" + i).toList();
            test.enqueue(TestQueue.batch("group-" + group, null, true, ids));
        }
        AtomicInteger done = new AtomicInteger();
        long start = System.nanoTime();
        try (TestEngine _ = TestEngine.start(test.queue(), job -> {
            done.incrementAndGet();
            return JobResult.success();
        })) {
            await().pollInterval(Duration.ofMillis(5)).until(() -> done.get() == JOBS);
            await().until(() -> Groups.of(test.queue()).perStatus().get(GroupStatus.COMPLETED) == GROUPS);
            System.out.println("drained at " + JOBS * 1_000_000_000L / (System.nanoTime() - start) + " jobs/s");
        }
        assertThat(test.meta("group-0")).containsEntry("successCount", Integer.toString(JOBS / GROUPS))
                .containsEntry("admitted", "0");
    }
}
