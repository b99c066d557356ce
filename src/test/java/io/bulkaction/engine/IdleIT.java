package io.bulkaction.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.bulkaction.job.JobResult;
import io.bulkaction.testing.PrivateRedis;
import io.bulkaction.testing.TestEngine;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** An engine with nothing to do leaves Redis alone, and is there at once when there is. */
class IdleIT {

    private static final Duration WATCHED = Duration.ofSeconds(10);

    @Test
    void anIdleQueueCostsFewerThanTenCommandsASecond() {
        try (PrivateRedis redis = PrivateRedis.start()) {
            TestQueue test = TestQueue.liveOn(redis);
            try (TestEngine _ = TestEngine.start(test.queue(), job -> JobResult.success())) {
                test.enqueue("a", "a1");
                await().atMost(Duration.ofSeconds(10)).untilAsserted(
                        () -> assertThat(test.meta("a")).containsEntry("successCount", "1"));
                redis.forgetStatistics();
                await().pollDelay(WATCHED).atMost(WATCHED.multipliedBy(2)).until(() -> true);

                double perSecond = (double) redis.commandCalls() / WATCHED.toSeconds();
                System.out.printf("an idle queue costs %.1f commands a second, those in scripts counted%n", perSecond);
                assertThat(perSecond).isLessThan(10);
            }
        }
    }
}
