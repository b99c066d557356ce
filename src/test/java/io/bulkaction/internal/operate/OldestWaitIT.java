package io.bulkaction.internal.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.bulkaction.PriorityLevel;
import io.bulkaction.testing.TestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OldestWaitIT {

    private final TestQueue test = TestQueue.with();

    @Test
    void aGroupIsAsOldAsItsFirstJob() {
        assertThat(oldestWait()).isEmpty();
        test.enqueue("low", PriorityLevel.LOW, "l-1");
        test.advance(3_000);
        test.enqueue("high", PriorityLevel.HIGH, "h-1");
        test.advance(2_000);
        assertThat(oldestWait()).hasValue(Duration.ofMillis(5_000));
    }

    @Test
    void jobsOfAGroupThatRunsStillWait() {
        test.enqueue("a", "a-1");
        test.advance(1_000);
        test.enqueue("a", "a-2");
        test.fetch(1);
        test.complete(test.claimOne());
        test.advance(4_000);
        assertThat(oldestWait()).as("a-1 is done, a-2 waits").hasValue(Duration.ofMillis(4_000));
    }

    @Test
    void aJobInReadyWaitsUntilItIsClaimed() {
        test.enqueue("a", "a-1");
        test.fetch(1);
        test.advance(700);
        assertThat(oldestWait()).hasValue(Duration.ofMillis(700));
        test.claimOne();
        assertThat(oldestWait()).isEmpty();
    }

    @Test
    void aRetryWaitsForItsTimeAndDoesNotCount() {
        test.enqueue("a", "a-1");
        test.fetch(1);
        test.retry(test.claimOne(), Duration.ofSeconds(1));
        test.advance(60_000);
        assertThat(oldestWait()).isEmpty();
        test.dispatch(10);
        test.fetch(10);
        assertThat(test.ready()).containsExactly("a-1");
        assertThat(oldestWait()).as("it has started long ago").isEmpty();
    }

    @Test
    void askingChangesNothing() {
        test.enqueue("a", "a-1", "a-2");
        test.fetch(1);
        Map<String, String> before = test.contents();
        assertThat(QueueControl.fullSurveys(List.of(test.queue(), test.queue())))
                .hasSize(2)
                .allSatisfy(status -> assertThat(status.oldestWait()).isPresent());
        assertThat(test.contents()).isEqualTo(before);
    }

    @Test
    void aSurveyForLoopsLeavesItOut() {
        test.enqueue("a", "a-1");
        assertThat(QueueControl.of(test.queue()).survey().oldestWait()).isEmpty();
    }

    private Optional<Duration> oldestWait() {
        return QueueControl.of(test.queue()).fullSurvey().oldestWait();
    }
}
