package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.internal.run.CompletedJobs;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A job is in one place, and nothing of it outlives it. */
class OnePlaceIT {

    @Test
    void aStagedJobThatItsGroupsConcurrencySendsBackIsNotRunTwice() {
        TestQueue test = TestQueue.with("backpressure.global-rps", "3", "worker-pool.max-concurrency-per-group", "2");
        Queue queue = test.queue();
        test.enqueue("c", "c1");
        queue.fairQueue().fetch(50, 20);
        test.advance(1000);
        test.enqueue("a", "a1", "a2", "a3");
        test.enqueue("b", "b1");
        assertThat(queue.fairQueue().fetch(50, 20).staged()).isEqualTo(2);
        test.advance(1001);
        assertThat(queue.nonReady().dispatch(100, 20).moved()).isEqualTo(1);
        test.advance(1000);
        assertThat(queue.nonReady().dispatch(100, 20).moved()).isZero();

        assertThat(queue.fairQueue().pendingCount(new GroupId("a"))).as(test::dump).isEqualTo(1);
        long staged = test.redis().read(
                commands -> commands.llen(test.redis().keys().group(new GroupId("a"), "staged")));
        assertThat(staged).as(test::dump).isZero();

        List<String> ran = new ArrayList<>();
        for (int window = 0; window < 5; window++) {
            for (ClaimedJob claimed : queue.ready().claim(10).jobs()) {
                ran.add(claimed.job().id().value());
                complete(queue, claimed);
            }
            test.advance(1000);
            queue.nonReady().dispatch(100, 20);
            queue.fairQueue().fetch(50, 20);
        }
        assertThat(ran).as(test::dump).containsExactlyInAnyOrder("a1", "a2", "a3", "b1", "c1");
    }

    @Test
    void theHistoryOfARetriedJobGoesWithIt() {
        TestQueue test = TestQueue.with();
        Queue queue = test.queue();
        test.enqueue("a", "a1");
        queue.fairQueue().fetch(50, 20);
        queue.inFlight().retry(List.of(new InFlight.Retry(
                queue.ready().claim(1).jobs().getFirst(),
                Duration.ZERO,
                WaitReason.RETRY,
                new JobError("E", "no", ""))));
        queue.nonReady().dispatch(100, 20);

        complete(queue, queue.ready().claim(1).jobs().getFirst());

        test.advance(test.redis().settings().retention().completedJobs().toMillis());
        assertThat(CompletedJobs.of(queue).expire(10)).isEqualTo(1);
        assertThat(test.contents()).doesNotContainKeys("job:a1", "job-attempts:a1");
    }

    private static void complete(Queue queue, ClaimedJob job) {
        queue.inFlight().complete(List.of(new InFlight.Success(job, Duration.ofMillis(5), null, false)));
    }
}
