package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.WaitReason;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job is in one place, and nothing of it outlives it. */
class OnePlaceIT {

    @Test
    void theHistoryOfARetriedJobGoesWithIt() {
        TestQueue test = TestQueue.with();
        Queue queue = test.queue();
        test.enqueue("a", "a1");
        queue.home().fairQueue().fetch(50, 20);
        queue.home().inFlight().retry(List.of(new InFlight.Retry(
                queue.home().ready().claim(1).jobs().getFirst(),
                Duration.ZERO,
                WaitReason.RETRY,
                new JobError("E", "no", ""))));
        queue.home().nonReady().dispatch(100);
        queue.home().fairQueue().fetch(50, 20);

        complete(queue, queue.home().ready().claim(1).jobs().getFirst());

        test.advance(test.redis().settings().retention().completedJobs().toMillis());
        assertThat(CompletedJobs.of(queue).expire(10)).isEqualTo(1);
        assertThat(test.contents()).doesNotContainKeys("job:a#a1", "job-attempts:a#a1");
    }

    private static void complete(Queue queue, ClaimedJob job) {
        queue.home().inFlight().complete(List.of(new InFlight.Success(job, Duration.ofMillis(5), null, false)));
    }
}
