package io.bulkaction.internal.operate.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.QueueName;
import io.bulkaction.internal.flow.Queues;
import io.bulkaction.internal.loop.Deadline;
import io.bulkaction.internal.metrics.WaitTimes;
import io.bulkaction.testing.LoopStress;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueHistoryIT {

    private static final WaitTimes WAITS = new WaitTimes(3, Duration.ofMillis(2), Duration.ofMillis(9));

    private final TestQueue test = TestQueue.with();
    private final QueueName name = test.queue().name();
    private final QueueHistory history =
            new QueueHistory(new Queues(Map.of(name, test.queue())),
                    queue -> queue.equals(name) ? WAITS : WaitTimes.NONE);

    @Test
    void samplesShowTheQueueAsItWas() {
        history.look();
        test.enqueue("a", "a-1", "a-2", "a-3");
        test.fetch(2);
        test.complete(test.claimOne());
        test.advance(5_000);
        history.look();

        assertThat(history.of(name)).extracting(sample -> sample.status().waiting()).containsExactly(0L, 2L);
        assertThat(history.of(name).getLast().status().lifetime().completed()).isEqualTo(1);
        assertThat(history.of(name).getLast().status().at().toEpochMilli()).isEqualTo(test.now());
        assertThat(history.of(name).getLast().waits()).isEqualTo(WAITS);
    }

    @Test
    void theRateIsThatOfTheLastTwentySecondsAndCountsFailures() {
        assertThat(history.jobsPerSecond(name)).isEmpty();
        history.look();
        assertThat(history.jobsPerSecond(name)).isEmpty();

        test.enqueue("a", "a-1", "a-2", "a-3", "a-4", "a-5", "a-6");
        test.fetch(6);
        test.complete(test.claim(4));
        test.advance(10_000);
        history.look();
        assertThat(history.jobsPerSecond(name)).hasValue(4 / 10.0);

        test.fail(test.claimOne());
        test.complete(test.claimOne());
        test.advance(20_000);
        history.look();
        assertThat(history.jobsPerSecond(name)).hasValue(2 / 20.0);
    }

    @Test
    void onlyTheLastTenMinutesAreKept() {
        for (int i = 0; i < 65; i++) {
            test.advance(10_000);
            history.look();
        }
        assertThat(history.of(name)).hasSize(60);
        assertThat(history.of(name).getLast().status().at().toEpochMilli()).isEqualTo(test.now());
        assertThat(history.of(new QueueName("other"))).isEmpty();
    }

    @Test
    void startsAndStopsInAnyOrderLeaveNoThread() {
        LoopStress.hammer("queue-history", history::start, () -> history.stop(Deadline.in(Duration.ofSeconds(5))));
    }
}
