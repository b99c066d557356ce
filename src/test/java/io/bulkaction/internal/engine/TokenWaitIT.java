package io.bulkaction.internal.engine;

import static org.awaitility.Awaitility.await;

import io.bulkaction.JobResult;
import io.bulkaction.internal.operate.QueueControl;
import io.bulkaction.internal.operate.RuntimeLimits;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import org.junit.jupiter.api.Test;

class TokenWaitIT {

    /** Of a rate of about one an hour. */
    @Test
    void aRateThatIsRaisedCountsForThoseWhoWaitForTheOldOne() {
        TestQueue test = TestQueue.live(
                "backpressure.global-rps", "0.0003", "backpressure.rate-limit-window", "1h",
                "worker-pool.worker-timeout", "1h");
        try (TestEngine _ = TestEngine.start(test.queue(), job -> JobResult.success())) {
            test.enqueue("a", "1", "2", "3", "4", "5");
            await().until(() -> !test.completed().isEmpty());

            QueueControl.of(test.queue()).tune(new RuntimeLimits(1_000_000.0, null, null));

            await().until(() -> test.completed().size() == 5);
        }
    }
}
