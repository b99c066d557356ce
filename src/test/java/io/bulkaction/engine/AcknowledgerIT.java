package io.bulkaction.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.job.GroupId;
import io.bulkaction.job.Job;
import io.bulkaction.loop.Deadline;
import io.bulkaction.metrics.BulkActionMetrics;
import io.bulkaction.queue.InFlight.Success;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class AcknowledgerIT {

    private final TestQueue test = TestQueue.with("backpressure.global-rps", "1000000");
    private final List<List<GroupId>> endedRuns = new CopyOnWriteArrayList<>();

    @Test
    void writesTheEndsOfAtMostFiftyGroupsAtOnceAndThenTheOthers() {
        for (int i = 0; i < 120; i++) {
            test.enqueue("group-" + i, "job-" + i);
        }
        test.fetch(100);
        test.fetch(100);
        Acknowledger acknowledger = new Acknowledger("test", test.queue().inFlight(), new Held(),
                new BulkActionMetrics(new SimpleMeterRegistry()).queue(test.queue().name()), endedRuns::add);
        for (Job job : test.claim(120)) {
            acknowledger.succeeded(new Success(job, Duration.ofMillis(1), null, false));
        }

        acknowledger.start();

        await().until(() -> endedRuns.stream().mapToInt(List::size).sum() == 120);
        assertThat(acknowledger.stop(Deadline.in(Duration.ofSeconds(5)))).isTrue();
        assertThat(endedRuns).extracting(List::size).containsExactly(50, 50, 20);
        Accounting.prove(test);
    }
}
