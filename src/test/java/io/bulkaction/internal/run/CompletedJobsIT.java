package io.bulkaction.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.JobStatus;
import io.bulkaction.JobView;
import io.bulkaction.internal.flow.Queue;
import io.bulkaction.internal.run.JobLookup;
import io.bulkaction.testing.Accounting;
import io.bulkaction.testing.TestQueue;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompletedJobsIT {

    private final TestQueue test = TestQueue.with("retention.completed-jobs", "1h");
    private final Queue queue = test.queue();

    @Test
    void aCompletedJobIsKeptWithItsTimesUntilItsRetentionIsOver() {
        test.enqueue("a", "a1");
        Instant started = Instant.ofEpochMilli(test.now());
        test.fetch(1);
        var claimed = test.claim(1);
        test.advance(250);
        test.complete(claimed);

        assertThat(JobLookup.of(queue).find(test.name("a1"))).get()
                .returns(JobStatus.COMPLETED, JobView::status)
                .returns(1, JobView::attempts)
                .returns(started, JobView::startedAt)
                .returns(started.plusMillis(250), JobView::finishedAt);
        test.advance(3_599_999);
        assertThat(CompletedJobs.of(queue).expire(10)).isZero();
        test.advance(1);
        assertThat(CompletedJobs.of(queue).expire(10)).isEqualTo(1);
        assertThat(JobLookup.of(queue).find(test.name("a1"))).isEmpty();
        assertThat(test.completed()).isEmpty();
        assertThat(test.contents()).doesNotContainKeys("job:a#a1", "claims", "completed-order");
        Accounting.prove(test);
    }

    @Test
    void removesTheOldestFirstAndAFewPerCall() {
        List<String> ids = IntStream.range(0, 30).mapToObj(i -> "a" + i).toList();
        test.enqueue("a", ids.toArray(String[]::new));
        for (int i = 0; i < 30; i++) {
            test.fetch(1);
            test.complete(test.claim(1));
            test.advance(1_000);
        }
        test.advance(3_600_000 - 10_000);

        assertThat(CompletedJobs.of(queue).expire(15)).isEqualTo(15);
        assertThat(CompletedJobs.of(queue).expire(15)).as("ended 10 s later").isEqualTo(6);
        assertThat(CompletedJobs.of(queue).expire(15)).isZero();
        assertThat(test.completed()).hasSize(9);
        assertThat(test.job("a20")).isEmpty();
        assertThat(test.job("a21")).isNotEmpty();
        Accounting.prove(test);
    }

    @Test
    void aJobThatEndedIsADuplicateUntilItIsForgotten() {
        test.enqueue("a", "a1");
        test.fetch(1);
        test.complete(test.claim(1));
        assertThat(test.enqueue("a", "a1").duplicates()).isEqualTo(1);
        test.advance(3_600_000);
        CompletedJobs.of(queue).expire(10);
        assertThat(test.enqueue("a", "a1").accepted()).isEqualTo(1);
    }
}
