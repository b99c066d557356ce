package io.bulkaction.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.GroupId;
import io.bulkaction.JobId;
import io.bulkaction.WaitReason;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The way of a job, script by script. */
class JobPathIT {

    private final TestQueue test = TestQueue.with();
    private final Queue queue = test.queue();

    @Test
    void aJobGoesFromTheFairQueueToItsEnd() {
        test.enqueue("a", "a1", "a2");
        test.enqueue("b", "b1");

        FairQueue.Fetched fetched = queue.home().fairQueue().fetch(50, 20);
        assertThat(fetched.ready()).isEqualTo(3);
        assertThat(fetched.stop()).isEqualTo(FairQueue.Stop.EMPTY);
        assertThat(test.ready()).containsExactly("a1", "b1", "a2");

        List<ClaimedJob> claimed = queue.home().ready().claim(10).jobs();
        assertThat(claimed).extracting(job -> job.job().id().value()).containsExactly("a1", "b1", "a2");
        assertThat(test.meta("a")).containsEntry("running", "2").containsEntry("status", "RUNNING");

        InFlight.Acknowledged done = queue.home().inFlight()
                .complete(claimed.stream()
                        .map(job -> new InFlight.Success(job, Duration.ofMillis(5), null, false))
                        .toList());
        assertThat(done.applied()).isEqualTo(3);
        assertThat(done.runEnded()).isTrue();
        assertThat(test.meta("b")).containsEntry("status", "COMPLETED");
        assertThat(test.meta("a"))
                .as(test::dump)
                .containsEntry("status", "COMPLETED")
                .containsEntry("doneJobs", "2")
                .containsEntry("running", "0")
                .containsEntry("admitted", "0");
    }

    @Test
    void aFetchThatClaimsWakesAnotherOnlyForWhatItLeaves() {
        test.enqueue("a", "a1", "a2");
        assertThat(queue.home().fairQueue().fetchLater(50, 20, 2, false).join().claimed().jobs()).hasSize(2);
        assertThat(test.ready()).isEmpty();
        assertThat(test.contents()).doesNotContainKey("wake:worker");

        test.enqueue("b", "b1", "b2");
        assertThat(queue.home().fairQueue().fetchLater(50, 20, 1, false).join().claimed().jobs())
                .extracting(claimed -> claimed.job().id().value())
                .containsExactly("b1");
        assertThat(test.ready()).containsExactly("b2");
        assertThat(test.contents()).containsKey("wake:worker");
    }

    @Test
    void aClaimEndsEarlyWhereItsJobsAreOfManyGroupsOrLargeAndTheRestIsLeft() {
        for (int i = 0; i < 200; i++) {
            test.enqueue("group-" + i, "job-" + i);
        }
        test.fetch(200);
        test.fetch(200);
        assertThat(queue.home().ready().claim(200).jobs()).hasSizeBetween(50, 100);
        assertThat(queue.home().ready().claim(200).left()).isPositive();
        test.claim(200);

        String large = "\"" + "p".repeat(200_000) + "\"";
        for (int i = 0; i < 10; i++) {
            test.enqueue(EnqueueBatch.of(new GroupId("large"), "TEST",
                    List.of(new EnqueueBatch.Entry(new JobId("large-" + i), large))));
        }
        test.fetch(200);
        assertThat(queue.home().ready().claim(200).jobs()).hasSize(3);
        assertThat(test.claim(200)).hasSize(7);
    }

    @Test
    void aFailedJobWaitsAndComesBackThroughTheDispatcher() {
        test.enqueue("a", "a1");
        queue.home().fairQueue().fetch(50, 20);
        var job = queue.home().ready().claim(1).jobs().getFirst();
        var retried = queue.home().inFlight().retry(List.of(new InFlight.Retry(
                job, Duration.ofSeconds(2), WaitReason.RETRY, new JobError("E", "no", ""))));
        assertThat(retried.applied()).isEqualTo(1);
        assertThat(queue.home().nonReady().dispatch(100).waitFor()).hasValue(Duration.ofSeconds(2));
        test.advance(2000);
        assertThat(queue.home().nonReady().dispatch(100).moved()).isEqualTo(1);
        queue.home().fairQueue().fetch(50, 20);
        var again = queue.home().ready().claim(1).jobs().getFirst();
        assertThat(again.job().attempt()).isEqualTo(2);
        assertThat(again.job().retryCount()).isEqualTo(1);
        var failed =
                queue.home().inFlight().fail(List.of(new InFlight.Failure(again, new JobError("E", "no", "at x"))));
        assertThat(failed.applied()).isEqualTo(1);
        assertThat(test.job("a1")).containsEntry("status", "FAILED");
        assertThat(
                queue.home().inFlight().fail(List.of(new InFlight.Failure(job, new JobError("E", "no", "")))).fenced())
                .isEqualTo(1);
    }

    @Test
    void anExpiredLeaseBringsTheJobBack() {
        test.enqueue("a", "a1");
        queue.home().fairQueue().fetch(50, 20);
        queue.home().ready().claim(1);
        test.advance(30_001);
        assertThat(test.recover(100).recovered()).isEqualTo(1);
        queue.home().fairQueue().fetch(50, 20);
        assertThat(queue.home().ready().claim(1).jobs()).hasSize(1);
    }
}
